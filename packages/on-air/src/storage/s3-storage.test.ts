import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { S3Storage, StorageError } from "./s3-storage.ts";

/** Someone else's storage, which answers as it likes. */
async function storageThat(
  stack: AsyncDisposableStack,
  answer: (response: ServerResponse, url: URL) => void,
): Promise<S3Storage> {
  const server = createServer((request, response) =>
    answer(response, new URL(request.url ?? "/", "http://localhost")),
  );
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const endpoint = `http://127.0.0.1:${address.port}`;
  const keys = { region: "here", accessKeyId: "id", secretAccessKey: "secret" };
  const place = { endpoint, bucket: "radio", folder: "hls", ...keys };
  const patience = { tries: 1, lateTries: 1, requestLimitMs: 60_000 };
  return new S3Storage(place, new AbortController().signal, patience);
}

/** Sends until the reader gives up. */
function endless(status: number, response: ServerResponse): void {
  const piece = Buffer.alloc(1024 * 1024, "x");
  response.writeHead(status);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", more);
  more();
}

const page = (keys: readonly string[], next: string | null): string =>
  `<ListBucketResult><IsTruncated>${next !== null}</IsTruncated>${keys
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    .join("")}<NextContinuationToken>${next ?? ""}</NextContinuationToken></ListBucketResult>`;

test.each<[string, (storage: S3Storage) => Promise<unknown>]>([
  ["a list", (storage) => storage.list("a")],
  ["a text", (storage) => storage.getText("a", 5 * 1024)],
])("%s without end is abandoned", async (_what, read) => {
  await using stack = new AsyncDisposableStack();
  const storage = await storageThat(stack, (response) => endless(200, response));

  await expect(read(storage)).rejects.toThrow(/^the storage sends more than \d+ KiB for /);
});

test.each<[string, number, (storage: S3Storage) => Promise<unknown>]>([
  ["a write", 200, (storage) => storage.putText("a", "text")],
  ["a removal", 200, (storage) => storage.remove("a")],
])("an endless answer to %s delays nothing", async (_what, status, work) => {
  await using stack = new AsyncDisposableStack();
  const storage = await storageThat(stack, (response) => endless(status, response));

  await work(storage);
});

test("an endless refusal is put into words", async () => {
  await using stack = new AsyncDisposableStack();
  const storage = await storageThat(stack, (response) => endless(403, response));

  await expect(storage.getText("a", 1000)).rejects.toThrow("refused access to the bucket");
});

test.each([
  ["that repeats", () => "again"],
  ["that never ends", (pages: number) => String(pages)],
])("a list %s is abandoned", async (_what, next) => {
  await using stack = new AsyncDisposableStack();
  let pages = 0;
  const storage = await storageThat(stack, (response) => {
    pages += 1;
    response.end(page([], next(pages)));
  });

  await expect(storage.list("a")).rejects.toThrow(StorageError);
  expect(pages).toBeLessThanOrEqual(1000);
});

test("a file longer than its size is read no further", async () => {
  await using stack = new AsyncDisposableStack();
  const storage = await storageThat(stack, (response) => endless(200, response));

  const read = Array.fromAsync(await storage.open("a", 1000));

  await expect(read).rejects.toThrow("the storage sends more than a has");
});

test("a list has what was asked for, from all its pages, and nothing else", async () => {
  await using stack = new AsyncDisposableStack();
  const storage = await storageThat(stack, (response, { searchParams }) =>
    response.end(
      searchParams.has("continuation-token")
        ? page(["hls/a2", `hls/a${"x".repeat(2000)}`], null)
        : page(["hls/a1", "other/a3", "hls/b"], "more"),
    ),
  );

  expect([...(await storage.list("a"))]).toEqual([
    ["a1", 1],
    ["a2", 1],
  ]);
});
