import { expect, test } from "vitest";
import { deviceKinds, listeningSchema } from "../protocol/index.ts";
import { Players, recognisePlayer } from "./player-rules.ts";

test.each([
  ["VLC/3.0.18 LibVLC/3.0.18", "VLC", "other"],
  ["WinampMPEG/5.66, Ultravox/2.1", "Winamp", "computer"],
  ["foobar2000/1.6.16", "foobar2000", "computer"],
  ["Lavf/58.76.100", "FFmpeg", "other"],
  ["Music Player Daemon 0.23.12", "MPD", "computer"],
  ["Linux UPnP/1.0 Sonos/70.3-35220 (ZPS13)", "Sonos", "speaker"],
  ["RadioDroid2/0.86", "RadioDroid", "phone"],
  ["iTunes/12.12.4 (Macintosh; OS X 12.3)", "iTunes", "computer"],
  [
    "AppleCoreMedia/1.0.0.19E266 (iPhone; U; CPU OS 15_4_1 like Mac OS X; en_us)",
    "Apple player",
    "phone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "computer"],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
    "Chrome",
    "phone",
  ],
  ["SmallRadioApp/2.3", "Other", "other"],
  ["", "Other", "other"],
])("[S140] %s is %s on a device of kind %s", (agent, player, device) => {
  expect(recognisePlayer(agent)).toMatchObject({ player, device, isBot: false });
});

test("[S140] every kind of device is one that the server knows", () => {
  const { device } = listeningSchema.shape;

  expect(deviceKinds.map((kind) => device.parse(kind))).toEqual(deviceKinds);
});

test.each([
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "UptimeRobot/2.0",
])("[S140] %s is a bot", (agent) => {
  expect(recognisePlayer(agent).isBot).toBe(true);
});

test("[S140] eight kilobytes of control characters name no player, and are remembered once", () => {
  const players = new Players();
  const agent = "\u0000\u0007\u001b[31m".repeat(1500);

  const first = players.of(agent);

  expect(first.player).toBe("Other");
  expect(players.of(`${agent}x`)).toBe(first);
});
