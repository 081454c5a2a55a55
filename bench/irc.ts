import { benchIrcLatency } from "./irc-latency.ts";
import { benchIrcServers } from "./irc-servers.ts";
import { benchIrcSoak } from "./irc-soak.ts";
import type { BenchResult, BenchOptions } from "./main.ts";

const BREAKING_MINUTES = 60;

/** The embedded server next to others, latency between IRC and browsers, and links that break. */
export async function benchIrc(options: BenchOptions): Promise<BenchResult> {
  const results = [
    await benchIrcServers(),
    await benchIrcLatency(),
    await benchIrcSoak(options.minutes ?? BREAKING_MINUTES),
  ];
  return {
    rows: results.flatMap(({ rows }) => rows),
    aim: results.map(({ aim }) => aim).join("\n"),
    broken: results.flatMap(({ broken }) => broken),
  };
}
