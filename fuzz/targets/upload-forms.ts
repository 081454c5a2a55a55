import { TestFormServer } from "../../packages/server/src/http-kit/test-form-server.ts";
import { wordTusRefusal } from "../../packages/server/src/uploads/tus-words.ts";
import { readUploadMetadata } from "../../packages/server/src/uploads/upload-metadata.ts";
import { safeFileName } from "../../packages/server/src/library/place-file.ts";
import { expectOneLine, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

let server: TestFormServer | undefined;

const part = (name: string, more: string, body: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${body}\r\n`;

/** Forms with a file, as received over a socket, and upload metadata. The first line is the type. */
export const uploadForms: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 6 * 1024,
  seeds: [
    `multipart/form-data; boundary=b\n${part("music", '; filename="a.mp3"', "sound")}--b--\r\n`,
    `multipart/form-data; boundary="b"\n${part("password", "", "x")}${part("music", "; filename*=UTF-8''%e2%82%ac.mp3\r\nContent-Type: audio/mpeg", "s")}--b--\r\n`,
    `multipart/form-data; boundary=b\n${part("__proto__", "", "x")}${part("constructor", '; filename="../../x"', "s")}--b--`,
    "filename ZmlsZS5tcDM=,batchId MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAw,x\n",
    "multipart/form-data\nfoo",
  ],
  words: [
    "--b\r\n",
    "--b--",
    "\r\n\r\n",
    "\r\n",
    "Content-Disposition: form-data;",
    ' name="',
    '; filename="',
    "filename*=UTF-8''",
    "Content-Type: ",
    "Content-Transfer-Encoding: base64",
    "boundary=",
    "__proto__",
    "filename ",
    "batchId ",
    "../",
    "%00",
  ],
  run: async (input) => {
    const end = input.indexOf(10);
    const type = input.toString("latin1", 0, end === -1 ? input.length : end);
    const { name } = readUploadMetadata(type);
    for (const given of [name, input.toString("utf8")]) {
      const safe = safeFileName([given, "x"]);
      expectOneLine(safe, "a file's name");
      expectThat(safe !== "" && !/[/\\]|^\./.test(safe), "a name is a path", safe);
      expectThat(Buffer.byteLength(safe) <= 180, "a name is too long", safe.length);
    }
    wordTusRefusal(400, input.toString("utf8"));
    server ??= await TestFormServer.start();
    const answer = await server.send(
      type.replaceAll(/[^\t -~\x80-\xff]/g, ""),
      input.subarray(end + 1),
    );
    const [unexpected] = server.unexpected.splice(0);
    if (unexpected !== undefined) throw unexpected;
    expectThat(
      /^HTTP\/1\.1 (?:200|400|413|415) /.test(answer),
      "an odd answer",
      answer.slice(0, 200),
    );
  },
};
