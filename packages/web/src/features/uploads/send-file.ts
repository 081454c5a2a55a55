import { uploadCalls } from "@neonrelay/contract/callers";
import type { Track } from "@neonrelay/contract/callers";
import { sendForm } from "../../api/send-form.ts";

const STALL_LIMIT_MS = 120_000;

/** Sends a file to the library, see sendForm. */
export async function sendFile(file: File, onProgress: (part: number) => void): Promise<Track> {
  const form = new FormData();
  // Required by the specification; the server ignores it and checks the session.
  form.set("adminAuth", "true");
  form.set(uploadCalls.upload.fileField, file);
  const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress };
  return (await sendForm(uploadCalls.upload, sent)).track;
}
