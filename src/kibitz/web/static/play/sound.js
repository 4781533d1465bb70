// A tap for a move, two for a capture, a chord at the end. Made here from noise and tones; off until somebody wants it.

const LOUD = 0.35;
const CHORD = [261.6, 329.6, 392];

let context = null;

/** Play the sound of a "move", of something taken ("take"), or of the "end" of a game. */
export function play(kind) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const now = context.currentTime;
  if (kind === "end") return CHORD.forEach((pitch, number) => tone(pitch, now + 0.09 * number, 0.5));
  tap(now);
  if (kind === "take") tap(now + 0.07);
}

/** Wood on wood: a click of noise, and a low tone that fades at once. */
function tap(when) {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, Math.round(0.03 * sampleRate), sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (2 * Math.random() - 1) * (1 - at / samples.length) ** 3;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1300, Q: 0.9 });
  noise.connect(filter).connect(new GainNode(context, { gain: LOUD })).connect(context.destination);
  noise.start(when);
  tone(180, when, 0.07);
}

function tone(frequency, when, lasts) {
  const tone = new OscillatorNode(context, { frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(LOUD * 0.5, when);
  volume.gain.exponentialRampToValueAtTime(0.001, when + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(when);
  tone.stop(when + lasts);
}
