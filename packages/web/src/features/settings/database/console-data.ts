import { consoleCalls } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";

/** What becomes of a statement is shown where it was typed. */
export function useRunStatement() {
  return useMutation({
    mutationFn: (statement: string) => callApi(consoleCalls.runStatement, { body: { statement } }),
  });
}
