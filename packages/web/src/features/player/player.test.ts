import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FADE_OUT_MS } from "./audio-graph.ts";
import { CONNECT_LIMIT_MS, STALL_LIMIT_MS } from "./playback-machine.ts";
import { Player } from "./player.ts";
import type { PlayerGraph } from "./player-audio.ts";
import { SilentAudio } from "./test-audio.ts";

const stream = {
  streamUrl: "http://station:8000/stream.mp3",
  addresses: [],
  isStreaming: true,
  isStopped: false,
};
const FRAME_MS = 16;
/** A frame, and the task after it. */
const PAINTED_MS = FRAME_MS + 1;

let audio: SilentAudio;
let player: Player;

function createPlayer(graph: PlayerGraph | undefined): Player {
  const created = new Player({
    audio,
    createGraph: graph === undefined ? undefined : () => graph,
    attachments: {
      announce: () => {},
      fetchStartMs: () => Promise.reject(new Error("not known yet")),
    },
  });
  created.recordStream(stream);
  return created;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, FRAME_MS));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  audio = new SilentAudio();
  player = createPlayer(undefined);
});

afterEach(() => {
  player.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("stop removes the source, so that nothing can resume from the past", () => {
  player.listen();
  audio.startSound();
  const cid = audio.cid;

  player.stop();

  expect(cid).not.toBeNull();
  expect({
    src: audio.src,
    isPaused: audio.paused,
    status: player.state.playback.status,
  }).toEqual({ src: "", isPaused: true, status: "idle" });
});

test("what the device pauses stays paused, and its Play or the page's resumes live, under a new cid", () => {
  const goOn = [() => void audio.dispatchEvent(new Event("play")), () => player.listen()];
  for (const resume of goOn) {
    player.listen();
    audio.startSound();
    const { cid } = audio;

    audio.pauseByDevice();
    vi.advanceTimersByTime(STALL_LIMIT_MS + 60_000);
    window.dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
    audio.dispatchEvent(new Event("ended"));
    audio.dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(60_000);

    expect([audio.cid, audio.paused, player.state.playback.status]).toEqual([
      cid,
      true,
      "paused-by-device",
    ]);
    resume();
    audio.startSound();
    expect(audio.cid).not.toBe(cid);
    expect([audio.paused, player.state.playback.status]).toEqual([false, "playing"]);
    player.stop();
  }
});

test("a stream that ends, and a late event of the page's own pause, don't count as paused by the device", () => {
  player.listen();
  audio.startSound();
  audio.ended = true;
  audio.pauseByDevice();
  audio.dispatchEvent(new Event("ended"));
  expect(player.state.playback.status).toBe("reconnecting");

  audio.ended = false;
  player.listen();
  audio.dispatchEvent(new Event("pause"));
  audio.startSound();
  expect(player.state.playback.status).toBe("playing");
});

test("a stop fades the sound before its connection ends", () => {
  player.close();
  const calls: string[] = [];
  player = createPlayer(graphNoting(calls));
  player.listen();
  vi.advanceTimersByTime(PAINTED_MS);
  audio.startSound();

  player.stop();
  const srcWhileFading = audio.src;
  vi.advanceTimersByTime(FADE_OUT_MS);

  expect(calls).toEqual(["silence", "fadeIn", "fadeOut"]);
  expect([srcWhileFading === "", audio.src === ""]).toEqual([false, true]);
});

test("a new start during the fade is not ended by it", () => {
  player.close();
  player = createPlayer(graphNoting([]));
  player.listen();
  vi.advanceTimersByTime(PAINTED_MS);
  audio.startSound();
  player.stop();

  player.listen();
  const cid = audio.cid;
  vi.advanceTimersByTime(FADE_OUT_MS);

  expect(cid).not.toBeNull();
  expect(audio.cid).toBe(cid);
});

test("late events of an older connection change nothing", async () => {
  const refusal = Promise.withResolvers<void>();
  audio.answer = () => refusal.promise;
  player.listen();
  const oldCid = audio.cid ?? "";
  player.stop();
  audio.answer = () => Promise.resolve();
  player.listen();
  audio.startSound();

  player.attached(oldCid, 1000);
  refusal.reject(new DOMException("refused", "NotAllowedError"));
  await refusal.promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);

  expect(player.state.playback.status).toBe("playing");
  expect(player.heardMs()).toBeUndefined();
});

test("a stalled clock reconnects under a new cid, whatever the element says", () => {
  player.listen();
  audio.startSound();
  const oldCid = audio.cid;

  vi.advanceTimersByTime(STALL_LIMIT_MS + 500);
  const statusAfterStall = player.state.playback.status;
  vi.advanceTimersByTime(1000);

  expect(statusAfterStall).toBe("reconnecting");
  expect(audio.cid).not.toBeNull();
  expect(audio.cid).not.toBe(oldCid);
});

test.each(["error", "stall"])(
  "after an %s of its address the player switches to another",
  (loss) => {
    const urls = ["http://edge:8000/stream.mp3", "http://other:8000/stream.mp3"];
    player.recordStream({ ...stream, addresses: urls.map((url) => ({ url, weight: 1 })) });
    player.setVolume(40);
    player.listen();
    audio.startSound();
    const first = withoutCid(audio.src);

    if (loss === "error") audio.dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(loss === "error" ? 600 : STALL_LIMIT_MS + 1000);
    const second = withoutCid(audio.src);
    audio.startSound();

    expect([first, second].toSorted()).toEqual(urls);
    expect(player.state).toMatchObject({ volume: 40, playback: { status: "playing" } });
  },
);

function withoutCid(src: string): string {
  return src.split("?")[0] ?? "";
}

test("a stopped stream is not retried, and plays again by itself once it starts", () => {
  player.listen();
  audio.startSound();
  player.recordStream({ ...stream, isStreaming: false, isStopped: true });
  audio.dispatchEvent(new Event("ended"));
  vi.advanceTimersByTime(600_000);
  const stopped = [player.state.playback.status, audio.src];
  player.recordStream({ ...stream, isStreaming: false });
  const beforeItIsUp = audio.src;

  player.recordStream(stream);

  expect(stopped).toEqual(["off-air", ""]);
  expect(beforeItIsUp).toBe("");
  expect(player.state.playback.status).toBe("connecting");
  expect(audio.cid).not.toBeNull();
});

test("a connection that never plays is abandoned and retried", () => {
  player.listen();
  const oldCid = audio.cid;

  vi.advanceTimersByTime(CONNECT_LIMIT_MS + 1500);

  expect(audio.cid).not.toBeNull();
  expect(audio.cid).not.toBe(oldCid);
});

test("a moving clock is left alone", () => {
  player.listen();
  audio.startSound();
  const cid = audio.cid;

  for (let step = 0; step < 40; step += 1) {
    audio.currentTime += 0.25;
    vi.advanceTimersByTime(250);
  }

  expect([player.state.playback.status, audio.cid]).toEqual(["playing", cid]);
});

test("a browser that requires a tap gets no connection before it", async () => {
  audio.answer = () => Promise.reject(new DOMException("refused", "NotAllowedError"));

  player.listen();
  await vi.advanceTimersByTimeAsync(20_000);

  expect([player.state.playback.status, audio.src]).toEqual(["blocked", ""]);
});

test("the heard position counts from the start of the connection", () => {
  player.listen();
  audio.startSound();
  player.attached(player.cid ?? "", 60_000);

  audio.currentTime = 2;

  expect(player.heardMs()).toBe(62_000);
});

test("after an emergency stop nothing buffered is heard, even once the station plays again", () => {
  const volumes: number[] = [];
  player.close();
  const graph = graphNoting([]);
  graph.setVolume = (factor) => volumes.push(factor);
  player = createPlayer(graph);
  player.listen();
  vi.advanceTimersByTime(PAINTED_MS);
  audio.startSound();
  player.attached(player.cid ?? "", 96_000);
  const hearUntil = (seconds: number) => {
    while (audio.currentTime < seconds) {
      audio.currentTime += 0.25;
      vi.advanceTimersByTime(250);
    }
  };
  volumes.length = 0;

  player.setVolume(100);
  player.recordEmergency({ isStopped: true, edgeMs: 100_000 });
  player.setVolume(50);
  hearUntil(1);
  player.recordEmergency({ isStopped: false, edgeMs: 101_000 });
  hearUntil(4.25);
  const beforeTheEdge = player.state.isSilenced;
  hearUntil(5);

  expect([beforeTheEdge, player.state.isSilenced]).toEqual([true, false]);
  expect(volumes).toEqual([1, 0, 0, 0.25]);
});

test("a first click shows before the graph is created, and stopping before that opens nothing", () => {
  player.close();
  player = createPlayer(graphNoting([]));
  player.listen();
  const seen = [player.state.playback.status, audio.src];
  player.stop();
  vi.advanceTimersByTime(1000);
  const stopped = audio.src;
  player.listen();
  vi.advanceTimersByTime(PAINTED_MS);

  expect(seen).toEqual(["connecting", ""]);
  expect(stopped).toBe("");
  expect(audio.cid).not.toBeNull();
});

test("in a hidden page, which is not painted, the sound starts after a tenth of a second", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  player.close();
  player = createPlayer(graphNoting([]));
  player.listen();

  vi.advanceTimersByTime(100);

  expect(audio.cid).not.toBeNull();
});

function graphNoting(calls: string[]): PlayerGraph {
  return {
    get meters(): PlayerGraph["meters"] {
      throw new Error("this test has no analyser");
    },
    outputLatencySeconds: 0,
    resume: () => {},
    setVolume: () => {},
    setGainDb: () => {},
    silence: () => calls.push("silence"),
    fadeIn: () => calls.push("fadeIn"),
    fadeOut: () => calls.push("fadeOut"),
    close: () => {},
  };
}
