"""Monte Carlo tree search: simulations decide where to look, and means say what was found."""

OWN_TECHNIQUES = (
    *("solver", "rave", "prospects", "bias", "first_play", "implicit", "mixing", "reuse", "virtual_loss"),
)  # switches of this search alone
USED_TECHNIQUES = ("bounds", *OWN_TECHNIQUES)
USED_WHERE_HIDDEN = ("reuse",)  # those of information-set search
