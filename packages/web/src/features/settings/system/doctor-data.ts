import { doctorCalls } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";

/** Runs again only on request: a check takes seconds, and writes to the disk. */
export function useDoctorReport() {
  return useQuery({
    queryKey: [doctorCalls.getDoctorReport.path],
    queryFn: ({ signal }) => callApi(doctorCalls.getDoctorReport, {}, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
