/** Streams for a playout without an engine, for tests. */
import type { Logger } from "@neonrelay/process/log";
import { testRules } from "../fetch/test-peer.ts";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import { ExternalStreams } from "./external-streams.ts";

export function testStreams(log: Logger): ExternalStreams {
  return new ExternalStreams({
    feeds: new EngineFeeds(() => {}),
    rules: () => testRules,
    limitMs: () => 3_600_000,
    addTitle: () => 1,
    log,
  });
}
