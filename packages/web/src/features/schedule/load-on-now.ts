import { scheduleCalls } from "@neonrelay/contract/callers";
import type { OnNow } from "@neonrelay/contract/callers";
import { callApi } from "../../api/call-api.ts";

export async function loadOnNow(signal: AbortSignal): Promise<OnNow> {
  return await callApi(scheduleCalls.getOnNow, {}, signal);
}
