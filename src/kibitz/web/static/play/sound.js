// A tap for a move, two for a capture, a chord at the end. Made here from noise and tones; off until somebody wants it.

const KEY = "kibitz.sound";
const LOUD = 0.35;
const CHORD = [261.6, 329.6, 392];

/** Sounds; `isOn` is kept in the browser. */
export class Sound {
  #context = null;

  get isOn() {
    return localStorage.getItem(KEY) === "on";
  }

  /** On or off; on is heard at once. */
  toggle() {
    localStorage.setItem(KEY, this.isOn ? "off" : "on");
    this.play("move");
  }

  /** Play the sound of a "move", of something taken ("take"), or of the "end" of a game. */
  play(kind) {
    if (!this.isOn) return;
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume();
    const now = this.#context.currentTime;
    if (kind === "end") return CHORD.forEach((pitch, number) => this.#tone(pitch, now + 0.09 * number, 0.5));
    this.#tap(now);
    if (kind === "take") this.#tap(now + 0.07);
  }

  /** Wood on wood: a click of noise, and a low tone that fades at once. */
  #tap(when) {
    const { sampleRate } = this.#context;
    const buffer = this.#context.createBuffer(1, Math.round(0.03 * sampleRate), sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = (2 * Math.random() - 1) * (1 - at / samples.length) ** 3;
    const noise = new AudioBufferSourceNode(this.#context, { buffer });
    const filter = new BiquadFilterNode(this.#context, { type: "bandpass", frequency: 1300, Q: 0.9 });
    noise.connect(filter).connect(new GainNode(this.#context, { gain: LOUD })).connect(this.#context.destination);
    noise.start(when);
    this.#tone(180, when, 0.07);
  }

  #tone(frequency, when, lasts) {
    const tone = new OscillatorNode(this.#context, { frequency });
    const volume = new GainNode(this.#context, { gain: 0 });
    volume.gain.setValueAtTime(LOUD * 0.5, when);
    volume.gain.exponentialRampToValueAtTime(0.001, when + lasts);
    tone.connect(volume).connect(this.#context.destination);
    tone.start(when);
    tone.stop(when + lasts);
  }
}
