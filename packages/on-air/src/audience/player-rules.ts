import { createIsbotFromList, list } from "isbot";
import { UAParser } from "ua-parser-js";
import type { Listening } from "../protocol/index.ts";
import { cleanText } from "../text/clean-text.ts";

/** A longer user agent is cut: only its beginning says what it is. */
export const MAX_AGENT_CHARACTERS = 512;
const MAX_KNOWN_AGENTS = 2000;
const MAX_PLAYER_CHARACTERS = 40;

type Device = Listening["device"];

export interface Player {
  /** Such as `VLC` or `Firefox`; `Other` if unknown. */
  readonly player: string;
  readonly device: Device;
  readonly isBot: boolean;
}

/**
 * Radio players, which the parser of browsers does not know: the first that matches. A program comes before the library
 * it uses; null: the device is the one that the rest of the user agent names.
 */
const radioPlayers: readonly (readonly [RegExp, string, Device | null])[] = [
  [/sonos/i, "Sonos", "speaker"],
  [/music ?assistant/i, "Music Assistant", "speaker"],
  [/alexa|amazon ?echo/i, "Alexa", "speaker"],
  [/google ?home|crkey|chromecast/i, "Google Cast", "speaker"],
  [/squeezebox|logitech media|lyrion/i, "Lyrion", "speaker"],
  [/frontier silicon|reciva|volumio|moode/i, "Network radio", "speaker"],
  [/kodi|xbmc/i, "Kodi", "tv"],
  [/roku/i, "Roku", "tv"],
  [/radiodroid/i, "RadioDroid", "phone"],
  [/\btransistor\//i, "Transistor", "phone"],
  [/tunein/i, "TuneIn", null],
  [/mytuner/i, "myTuner", null],
  [/audials/i, "Audials", null],
  [/\bvlc\b|libvlc/i, "VLC", null],
  [/winamp|nullsoft/i, "Winamp", "computer"],
  [/foobar2000/i, "foobar2000", "computer"],
  [/\bitunes\//i, "iTunes", "computer"],
  [/\baimp\b/i, "AIMP", "computer"],
  [/\bmpv\b/i, "mpv player", "computer"],
  [/mplayer/i, "MPlayer", "computer"],
  [
    /audacious|rhythmbox|clementine|strawberry|amarok|deadbeef|musicbee/i,
    "Desktop player",
    "computer",
  ],
  [/music player daemon|\bmpd\b/i, "MPD", "computer"],
  [/windows-media-player|nsplayer/i, "Windows Media Player", "computer"],
  [/exoplayer|androidx\.media|stagefright/i, "Android player", "phone"],
  [/applecoremedia/i, "Apple player", null],
  [/gstreamer|gst-|souphttpsrc/i, "GStreamer", null],
  [/\blavf\b|libavformat|ffmpeg/i, "FFmpeg", null],
  [/\bbass\b/i, "BASS", null],
];

/**
 * Left out of isbot's list: its pattern for any agent that is just a name and a version, as small radio apps send.
 */
const isBotAgent = createIsbotFromList(
  list.filter((pattern) => !pattern.startsWith(String.raw`^[\w \.`)),
);

/** Recognises players by their user agents, and remembers the most recent ones. */
export class Players {
  /** The longest unused comes first. */
  readonly #known = new Map<string, Player>();

  of(userAgent: string): Player {
    const agent = userAgent.slice(0, MAX_AGENT_CHARACTERS);
    const player = this.#known.get(agent) ?? recognisePlayer(agent);
    this.#known.delete(agent);
    this.#known.set(agent, player);
    const oldest = this.#known.keys().next();
    if (this.#known.size > MAX_KNOWN_AGENTS && oldest.done !== true)
      this.#known.delete(oldest.value);
    return player;
  }
}

/** @param agent at most MAX_AGENT_CHARACTERS */
export function recognisePlayer(agent: string): Player {
  const known = radioPlayers.find(([pattern]) => pattern.test(agent));
  // A library's name within a browser's user agent is not the player.
  const isBrowser = agent.startsWith("Mozilla/") && known?.[2] === null;
  const { browser, device, os } = new UAParser(agent).getResult();
  const family = deviceOf(device.type, os.name);
  if (known !== undefined && !isBrowser)
    return { player: known[1], device: known[2] ?? family, isBot: false };
  const name = cleanText(browser.name ?? "").slice(0, MAX_PLAYER_CHARACTERS);
  return { player: name === "" ? "Other" : name, device: family, isBot: isBotAgent(agent) };
}

function deviceOf(type: string | undefined, system: string | undefined): Device {
  if (type === "mobile" || type === "wearable") return "phone";
  if (type === "tablet") return "tablet";
  if (type === "smarttv" || type === "console") return "tv";
  return systemDevice(system ?? "");
}

/** Of a system whose device the user agent does not name. */
function systemDevice(system: string): Device {
  if (/^(?:ios|android|harmonyos|kaios)/i.test(system)) return "phone";
  return /^(?:windows|mac ?os|linux|ubuntu|debian|fedora|chrom)/i.test(system)
    ? "computer"
    : "other";
}
