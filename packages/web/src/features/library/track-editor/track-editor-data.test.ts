import { afterEach, expect, test, vi } from "vitest";
import { saveEdit } from "./track-editor-data.ts";

afterEach(() => vi.unstubAllGlobals());

const body = { trackIds: ["0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60"], writesFiles: true };

test("an edit that can't be undone in its files is a question; any other refusal is a failure", async () => {
  const answer = (code: string) =>
    vi.stubGlobal("fetch", async () => Response.json({ error: "In words", code }, { status: 409 }));

  answer("conflict");
  expect(await saveEdit(body)).toEqual({ kind: "question", text: "In words" });
  answer("invalid_request");
  await expect(saveEdit(body)).rejects.toThrow("In words");
});
