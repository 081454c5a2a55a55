import { incomingCalls } from "@neonrelay/contract";
import { once } from "node:events";
import { request, type ClientRequest } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { until, type Visitor } from "./test-station.ts";

export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** The target and the owner of an upload. */
export interface UploadPlace {
  readonly url: string;
  readonly operator: Visitor;
}

/** A tus upload in the middle of its second part, which the client knows how to resume. */
export class BegunUpload {
  readonly #place: UploadPlace;
  readonly #file: UploadedFile;
  readonly #address: string;
  readonly #sending: ClientRequest;

  private constructor(
    state: { readonly address: string; readonly sending: ClientRequest },
    { place, file }: { readonly place: UploadPlace; readonly file: UploadedFile },
  ) {
    this.#address = state.address;
    this.#sending = state.sending;
    this.#place = place;
    this.#file = file;
  }

  /** Sends the first half, and starts on the rest. */
  static async begin(place: UploadPlace, file: UploadedFile): Promise<BegunUpload> {
    const { content, name } = file;
    const created = await fetch(new URL("/api/uploads", place.url), {
      method: "POST",
      headers: {
        ...headersOf(place),
        "upload-length": String(content.length),
        "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
      },
    });
    const address = created.headers.get("location") ?? "";
    const half = Math.floor(content.length / 2);
    const sent = await sendPart(place, { address, content: content.subarray(0, half), offset: 0 });
    if (sent !== 204) throw new Error(`the first half returned ${sent}`);
    const sending = request(new URL(address, place.url), {
      method: "PATCH",
      headers: { ...partHeaders(place, half), "content-length": String(content.length - half) },
    });
    sending.on("error", () => {});
    sending.on("response", (response) => response.resume());
    sending.write(content.subarray(half, half + Math.floor(half / 2)));
    return new BegunUpload({ address, sending }, { place, file });
  }

  /** Aborts the current part, asks how much has arrived, and sends the rest. @returns the offset it resumed at */
  async goOn(): Promise<number> {
    this.#sending.destroy();
    const url = new URL(this.#address, this.#place.url);
    const offset = await until("it is said how much of the upload has come", async () => {
      const head = await fetch(url, { method: "HEAD", headers: headersOf(this.#place) });
      return head.status === 200 ? Number(head.headers.get("upload-offset")) : undefined;
    });
    const content = this.#file.content.subarray(offset);
    const status = await sendPart(this.#place, { address: this.#address, content, offset });
    if (status !== 204) throw new Error(`the rest returned ${status}`);
    return offset;
  }

  /** Waits for its outcome: a state from the list of incoming files. */
  async untilDealtWith(): Promise<string> {
    const id = path.basename(this.#address);
    return await until("the upload is dealt with", async () => {
      const { body } = await this.#place.operator.call("GET", "/api/incoming?way=upload");
      const { files } = incomingCalls.listIncoming.response.parse(body);
      const state = files.find((file) => file.id === id)?.state;
      return state === "added" || state === "refused" ? state : undefined;
    });
  }
}

/** A form upload, half sent. */
export class BegunForm {
  readonly #sending: ClientRequest;
  readonly #rest: Buffer;
  readonly #answer: Promise<{ readonly status: number; readonly body: string }>;

  constructor({ url, operator }: UploadPlace, { name, content }: UploadedFile) {
    const head = `--edge\r\nContent-Disposition: form-data; name="music"; filename="${name}"\r\nContent-Type: audio/mpeg\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--edge--\r\n")]);
    const half = Math.floor(form.length / 2);
    this.#rest = form.subarray(half);
    this.#sending = request(new URL("/api/upload", url), {
      method: "POST",
      headers: {
        origin: url,
        cookie: operator.cookieHeader,
        "content-type": "multipart/form-data; boundary=edge",
        "content-length": String(form.length),
      },
    });
    this.#sending.write(form.subarray(0, half));
    this.#answer = once(this.#sending, "response").then(async ([response]) => ({
      status: Number(response.statusCode),
      body: await text(response),
    }));
    // Handled in `finish`.
    this.#answer.catch(() => {});
    this.#sending.on("error", () => {});
  }

  /** Sends the rest, if the server still wants it. */
  async finish(): Promise<{ readonly status: number; readonly body: string }> {
    this.#sending.end(this.#rest);
    return await this.#answer;
  }
}

function headersOf({ url, operator }: UploadPlace) {
  return { origin: url, cookie: operator.cookieHeader, "tus-resumable": "1.0.0" };
}

function partHeaders(place: UploadPlace, offset: number) {
  return {
    ...headersOf(place),
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
  };
}

async function sendPart(
  place: UploadPlace,
  part: { readonly address: string; readonly content: Buffer; readonly offset: number },
): Promise<number> {
  const sent = await fetch(new URL(part.address, place.url), {
    method: "PATCH",
    headers: partHeaders(place, part.offset),
    body: Uint8Array.from(part.content),
  });
  return sent.status;
}
