import { edgesCalls, outputsCalls, type RequestOf } from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";

const POLL_MS = 5000;
const changes = [outputsCalls.listOutputs.path];
const labels = {
  host: "Icecast URL",
  port: "Icecast URL",
  mount: "Icecast URL",
  username: "Username",
  password: "Password",
  codec: "Mount to send",
};

/** Polls: states change by themselves. */
export function useOutputs() {
  return useQuery({
    queryKey: [outputsCalls.listOutputs.path],
    queryFn: ({ signal }) => callApi(outputsCalls.listOutputs, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useEdges() {
  return useQuery({
    queryKey: [edgesCalls.listEdges.path],
    queryFn: ({ signal }) => callApi(edgesCalls.listEdges, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useAddOutput() {
  return useCommand({
    run: (body: RequestOf<typeof outputsCalls.addOutput>["body"]) =>
      callApi(outputsCalls.addOutput, { body }),
    done: { title: "Stream Output Added" },
    failure: "Failed to add the stream output",
    labels,
    changes,
  });
}

export function useChangeOutput() {
  return useCommand({
    run: ({ id, ...body }: { readonly id: string } & ChangeBody) =>
      callApi(outputsCalls.changeOutput, { params: { id }, body }),
    done: { title: "Stream Output Updated" },
    failure: "Failed to update the stream output",
    labels,
    changes,
  });
}

type ChangeBody = RequestOf<typeof outputsCalls.changeOutput>["body"];

export function useRemoveOutput() {
  return useCommand({
    run: (id: string) => callApi(outputsCalls.removeOutput, { params: { id } }),
    done: { title: "Stream Output Removed" },
    failure: "Failed to remove the stream output",
    changes,
  });
}

/** A real handshake; its result shows in the dialog. */
export function useTestOutput() {
  return useMutation({
    mutationFn: (body: RequestOf<typeof outputsCalls.testOutput>["body"]) =>
      callApi(outputsCalls.testOutput, { body }),
  });
}

interface OutputAddress {
  readonly host: string;
  readonly port: number;
  readonly mount: string;
  readonly tls: boolean;
  /** undefined: the address has no username. */
  readonly username: string | undefined;
}

const ICECAST_PORT = 8000;

/**
 * The parts of an Icecast mount's address, such as 'http://source@icecast.example.org:8000/live.mp3'. The default port
 * is Icecast's, or with https that of the web. A password in it is dropped.
 * @returns undefined if it isn't a mount's address
 */
export function parseOutputAddress(text: string): OutputAddress | undefined {
  const url = URL.parse(/^[a-z]+:\/\//iu.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
  if (url === null || url.hostname === "" || url.pathname === "/") return undefined;
  const tls = url.protocol === "https:";
  if (!tls && url.protocol !== "http:" && url.protocol !== "icecast:") return undefined;
  const isPortWritten = /^[a-z]+:\/\/[^/]*:80(?:\/|$)/iu.test(text.trim());
  const defaultPort = tls ? 443 : isPortWritten ? 80 : ICECAST_PORT;
  return {
    host: url.hostname.replaceAll(/^\[|\]$/gu, ""),
    port: url.port === "" ? defaultPort : Number(url.port),
    mount: decoded(url.pathname, decodeURI),
    tls,
    username: url.username === "" ? undefined : decoded(url.username, decodeURIComponent),
  };
}

/** Returned unchanged if not encoded, for example a typed '%'. */
function decoded(text: string, decode: (encoded: string) => string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}

/** The address an output sends to. */
export function formatOutputAddress({
  host,
  port,
  mount,
  tls,
}: Omit<OutputAddress, "username">): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return `${tls ? "https" : "http"}://${name}:${port}${mount}`;
}
