import { testPolicy } from "@neonrelay/contract/test-settings";
import type { RadioState, Right } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buttonsOf, markupInPage, wordsOf } from "../../test-page.tsx";
import { sessionQuery } from "../accounts/index.ts";
import { radioStateQuery } from "../radio/index.ts";
import { PlayerContext } from "./player-context.ts";
import { PlayerStatusBadge } from "./player-status.tsx";
import { Player } from "./player.ts";
import { StationStrip } from "./station-strip.tsx";
import { SilentAudio } from "./test-audio.ts";
import { TuneInButton } from "./tune-in-button.tsx";

const stream = {
  streamUrl: "http://station:8000/stream.mp3",
  addresses: [],
  isStreaming: true,
  isStopped: false,
};
const radioState: RadioState = {
  id: "station",
  isPlaying: true,
  isFadedOut: false,
  currentTrackId: null,
  volume: 75,
  listenerCount: 1,
  ircConnected: false,
  ircChannel: "#neonrelay",
  ircUserCount: 0,
};

let audio: SilentAudio;
let player: Player;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  audio = new SilentAudio();
  player = new Player({
    audio,
    createGraph: undefined,
    attachments: {
      announce: () => {},
      fetchStartMs: () => Promise.reject(new Error("not known yet")),
    },
  });
});

afterEach(() => {
  player.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The player's controls for a visitor with those rights. */
function controls(rights: Right[], answers: Readonly<Record<string, unknown>> = {}): string {
  return markupInPage(
    <PlayerContext value={player}>
      <TuneInButton className="" />
      <PlayerStatusBadge />
      <StationStrip />
    </PlayerContext>,
    (queryClient) => {
      for (const [path, answer] of Object.entries(answers))
        queryClient.setQueryData([path], answer);
      queryClient.setQueryData(radioStateQuery.queryKey, radioState);
      queryClient.setQueryData(sessionQuery.queryKey, {
        kind: "guest",
        rights,
        policy: testPolicy(),
      });
    },
  );
}

test("nothing can be played until the stream's address is known", () => {
  const markup = controls([]);

  expect(buttonsOf(markup)["Play"]).toBe("closed");
  expect(markup).toContain('title="Tuning in…"');
});

test("a listener tunes in, and out again while the stream plays", () => {
  player.recordStream(stream);
  const before = buttonsOf(controls([]))["Play"];

  player.listen();
  audio.startSound();

  const listening = controls([]);
  expect(before).toBe("open");
  expect(buttonsOf(listening)["Stop"]).toBe("open");
  expect(wordsOf(listening)).toContain("On air");
});

test("[W243] who listens before there is music reads how far the demo tracks are, not On air", () => {
  player.recordStream(stream);
  player.listen();
  audio.startSound();

  const words = wordsOf(
    controls([], {
      "/api/now-playing": { isEmergencyLoop: true, history: [] },
      "/api/library/demo": { making: { made: 2, of: 6 }, hasFailed: false },
    }),
  );

  expect(words).toContain("Preparing demo tracks (2 of 6)");
  expect(words).not.toContain("On air");
});

test("a guest's controls of the station are one line that asks to sign in", () => {
  player.recordStream(stream);

  const markup = controls([]);

  expect(wordsOf(markup)).toContain("Fade In Fade Out Crossfade Emergency Sign in");
  expect(markup).toContain('title="Next track: Sign in as an operator to do this"');
  expect(markup).not.toContain("Pause the station");
});

test("an operator listens with the same button as everyone, and pauses the station with another", () => {
  player.recordStream(stream);

  const markup = controls(["station_control"]);

  expect(buttonsOf(markup)).toMatchObject({ Play: "open", Next: "open", Emergency: "open" });
  expect(wordsOf(markup)).toContain("Pause the station for 1 listener");
});
