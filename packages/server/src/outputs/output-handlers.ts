import { outputsApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, operatorOf, type HandlersFor } from "../http-kit/route.ts";
import {
  addOutput,
  changeOutput,
  loadOutputs,
  removeOutput,
  testOutput,
  type OutputOutcome,
  type OutputParts,
} from "./output-actions.ts";

/** Each may take ten seconds. */
const TESTS_AT_ONCE = 4;

export const outputFeature = feature(outputsApi, outputHandlers);

function outputHandlers(parts: OutputParts): HandlersFor<typeof outputsApi> {
  let testing = 0;
  return {
    listOutputs: async () => [...(await loadOutputs(parts))],
    addOutput: async ({ body }, call) =>
      storedOf(await addOutput(parts, { output: body, by: operatorOf(call) })),
    changeOutput: async ({ params, body }, call) =>
      storedOf(await changeOutput(parts, { id: params.id, change: body, by: operatorOf(call) })),
    removeOutput: async ({ params }, call) => {
      if (!(await removeOutput(parts, { id: params.id, by: operatorOf(call) })))
        throw noSuchOutput();
      return { removed: true };
    },
    testOutput: async ({ body: { id, ...output } }) => {
      if (testing >= TESTS_AT_ONCE)
        throw new ApiFailure({
          error: "Other outputs are being tested; try again in a few seconds",
          code: "conflict",
        });
      testing += 1;
      const outcome = await testOutput(parts, { id, output }).finally(() => (testing -= 1));
      switch (outcome.kind) {
        case "tested":
          return {
            success: outcome.problem === null,
            message: outcome.problem ?? "The server accepts the stream",
          };
        case "no-password":
          throw passwordNeeded();
        case "unknown":
          throw noSuchOutput();
        case "not-answering":
          throw new ApiFailure({
            error: "The stream engine can't be reached; try the test again soon",
            code: "unavailable",
          });
        default:
          return outcome satisfies never;
      }
    },
  };
}

function storedOf(outcome: OutputOutcome) {
  switch (outcome.kind) {
    case "stored":
      return outcome.output;
    case "unknown":
      throw noSuchOutput();
    case "no-password":
      throw passwordNeeded();
    case "same-mount":
      throw new ApiFailure({
        error: "An output to this mount of this server already exists",
        code: "conflict",
      });
    case "too-many":
      throw new ApiFailure({
        error: "The station has the maximum number of outputs; remove one first",
        code: "conflict",
      });
    default:
      return outcome satisfies never;
  }
}

function passwordNeeded(): ApiFailure {
  return new ApiFailure({
    error: "password: enter the source password; the stored one is only used for its own server",
    code: "invalid_request",
    field: "password",
  });
}

function noSuchOutput(): ApiFailure {
  return new ApiFailure({ error: "No output has that id", code: "not_found" });
}
