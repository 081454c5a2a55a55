import { expect, test } from "vitest";
import { S3Storage } from "./s3-storage.ts";
import { BUCKET, REGION, s3Keys, TestS3 } from "./test-s3.ts";

const NAME = "live.m3u8";
const PUTS = 60;

test("the test storage serves an object whole while it is replaced, as a real one does", async () => {
  await using storage = await TestS3.start();
  const { endpoint, publicUrl } = storage;
  const place = { endpoint, region: REGION, bucket: BUCKET, folder: "", ...s3Keys };
  const client = new S3Storage(place, AbortSignal.timeout(120_000));
  const contents = Array.from(
    { length: PUTS },
    (_none, index) => `${"x".repeat(index % 3)}${index}.`,
  );
  const [first = "", ...others] = contents;
  const answers: string[] = [];
  const replaced = new AbortController();
  await client.putText(NAME, first);

  const replace = async () => {
    for (const content of others) await client.putText(NAME, content);
    replaced.abort();
  };
  const read = async () => {
    while (!replaced.signal.aborted)
      answers.push(await (await fetch(`${publicUrl}/${NAME}`)).text());
  };
  await Promise.all([replace(), read(), read()]);

  expect(answers.length).toBeGreaterThan(PUTS / 2);
  expect(answers.filter((answer) => !contents.includes(answer))).toEqual([]);
});
