import { finished } from "node:stream/promises";
import { expect, test } from "vitest";
import { EngineFeeds } from "./engine-feeds.ts";

test("[P56] a finished feed is resent to a new engine until its play is over", async () => {
  const sent: string[] = [];
  const feeds = new EngineFeeds((message) => {
    sent.push(
      message.kind === "feed" ? String(Buffer.from(message.base64, "base64")) : message.kind,
    );
  });
  const feed = feeds.open("play");
  feed.end("all of it");
  await finished(feed);

  feeds.engineEnded();
  feeds.engineBegan();
  feed.destroy();
  await new Promise((resolve) => feed.once("close", resolve));
  feeds.engineEnded();
  feeds.engineBegan();

  expect(sent).toEqual(["all of it", "feed.end", "all of it", "feed.end"]);
});
