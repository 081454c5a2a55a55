import { testPolicy } from "@neonrelay/contract/test-settings";
import type { RadioState, Right } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buttonsOf, markupInPage, wordsOf } from "../../test-page.tsx";
import { sessionQuery } from "../accounts/index.ts";
import { radioStateQuery } from "../radio/index.ts";
import { PlayButton, SkipButton } from "./play-controls.tsx";
import { PlayerContext } from "./player-context.ts";
import { PlayerStatusBadge } from "./player-status.tsx";
import { Player } from "./player.ts";
import { SilentAudio } from "./test-audio.ts";

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
function controls(rights: Right[]): string {
  return markupInPage(
    <PlayerContext value={player}>
      <PlayButton />
      <SkipButton direction="next" />
      <PlayerStatusBadge />
    </PlayerContext>,
    (queryClient) => {
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

test("the next button is disabled for a listener and says why", () => {
  player.recordStream(stream);

  const markup = controls([]);

  expect(buttonsOf(markup)["Next"]).toBe("closed");
  expect(markup).toContain('title="Next track: Sign in as an operator to do this"');
});

test("an operator pauses the station with the same button", () => {
  player.recordStream(stream);

  const markup = controls(["station_control"]);

  expect(buttonsOf(markup)).toMatchObject({ Pause: "open", Next: "open" });
});
