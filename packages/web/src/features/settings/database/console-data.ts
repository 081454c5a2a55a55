import { consoleApi } from "@neonrelay/contract";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";

/** What becomes of a statement is shown where it was typed. */
export function useRunStatement() {
  return useMutation({
    mutationFn: (statement: string) => callApi(consoleApi.runStatement, { body: { statement } }),
  });
}
