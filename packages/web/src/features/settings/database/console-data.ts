import { consoleCalls } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";

/** The result shows below the statement. */
export function useRunStatement() {
  return useMutation({
    mutationFn: (statement: string) => callApi(consoleCalls.runStatement, { body: { statement } }),
  });
}
