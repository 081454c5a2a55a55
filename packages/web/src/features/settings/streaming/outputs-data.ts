import { edgesCalls, outputsCalls } from "@neonrelay/contract/callers";
import type { RequestOf } from "@neonrelay/contract/callers";
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
