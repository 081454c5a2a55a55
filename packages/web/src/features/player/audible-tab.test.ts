import { expect, test } from "vitest";
import { leaveSoundToOneTab } from "./audible-tab.ts";
import type { Playback, PlayerState } from "./playback-machine.ts";

/** The part of a player that tabs use: it listens, and it stops. */
class TabPlayer {
  #subscriber: () => void = () => {};
  stops = 0;
  state: PlayerState = {
    playback: { status: "idle" },
    streamUrl: undefined,
    volume: 50,
    isMuted: false,
    isSilenced: false,
    gainDb: 0,
  };

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscriber = subscriber;
    return () => {};
  };

  listen(): void {
    this.#become({
      status: "connecting",
      connection: { cid: "a", generation: 1 },
      sinceMs: 0,
    });
  }

  stop(): void {
    this.stops += 1;
    this.#become({ status: "idle" });
  }

  #become(playback: Playback): void {
    this.state = { ...this.state, playback };
    this.#subscriber();
  }
}

test("a tab that starts listening silences the other and stays audible itself", async () => {
  const players = [new TabPlayer(), new TabPlayer()] as const;
  const ends = players.map((player) => leaveSoundToOneTab(player));
  players[0].listen();
  await expect.poll(() => players[1].stops).toBe(1);

  players[1].listen();
  await expect.poll(() => players[0].stops).toBe(1);

  expect(players.map(({ state }) => state.playback.status)).toEqual(["idle", "connecting"]);
  for (const end of ends) end();
});
