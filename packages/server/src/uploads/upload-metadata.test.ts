import { expect, test } from "vitest";
import { readUploadMetadata } from "./upload-metadata.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const batchId = "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1";

test.each<[string | undefined, ReturnType<typeof readUploadMetadata>]>([
  [
    `filename ${base64("Nächte.mp3")},filetype ${base64("audio/mpeg")},batchId ${base64(batchId)}`,
    { name: "Nächte.mp3", batchId },
  ],
  [`name ${base64("a.mp3")}, batchId ${base64("../x")}`, { name: "a.mp3", batchId: null }],
  ["filename", { name: "", batchId: null }],
  [undefined, { name: "", batchId: null }],
])("the metadata %j is parsed", (header, metadata) => {
  expect(readUploadMetadata(header)).toEqual(metadata);
});
