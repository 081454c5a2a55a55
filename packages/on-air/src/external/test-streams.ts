/** Streams of a playout without an engine, for tests. */
import type { Logger } from "@neonrelay/process/log";
import { testRules } from "../fetch/test-peer.ts";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import { ExternalStreams, type ExternalOwner } from "./external-streams.ts";

/** @param owner is told of nothing where it is left out */
export function testStreams({
  log,
  owner = { onChanged: () => {}, onGivenUp: () => {}, onOver: () => {} },
}: {
  readonly log: Logger;
  readonly owner?: ExternalOwner;
}): ExternalStreams {
  return new ExternalStreams({
    feeds: new EngineFeeds(() => {}),
    rules: () => testRules,
    limitMs: () => 3_600_000,
    addTitle: () => 1,
    owner,
    log,
  });
}
