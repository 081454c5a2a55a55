import {
  externalStreamsCalls,
  libraryCalls,
  queueCalls,
  titleByArtist,
  type Track,
  tracksCalls,
  uploadCalls,
} from "@neonrelay/contract/callers";
import {
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { callApi, refusalText } from "../../api/call-api.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { sessionName, useSession } from "../accounts/index.ts";
import { uploadFailure } from "./upload-rules.ts";
import { sendForm } from "../../api/file-transfer.ts";

const TOAST_MS = 5000;
const SHOWN_UPLOADS = 3;

/** An upload by the form, running or finished. */
export interface UploadRecord {
  readonly id: string;
  readonly file: File;
  readonly status: "uploading" | "completed" | "failed";
  /** From 0 to 1: the part sent; 0 again after a failure. */
  readonly progress: number;
  /** The outcome in words; null while it is pending. */
  readonly outcome: string | null;
  /** The resulting track; null: none, or not yet. */
  readonly trackId: string | null;
  /** It failed, but the station did not refuse it. */
  readonly canRetry: boolean;
}

const UPLOADS = ["uploads"] as const;

/** The latest three, newest first. Uploads continue when the visitor leaves the page. */
export function useUploads(): readonly UploadRecord[] {
  const { data = [] } = useQuery<readonly UploadRecord[]>({
    queryKey: UPLOADS,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  return data;
}

/** Removes records of finished uploads. @param id only this one */
export function useForgetUploads() {
  const queryClient = useQueryClient();
  return (id?: string) =>
    queryClient.setQueryData<readonly UploadRecord[]>(UPLOADS, (records) =>
      records?.filter(
        (each) => each.status === "uploading" || (id !== undefined && each.id !== id),
      ),
    );
}

/** Sends one file; `mutate` reports why the station refused it. */
export function useUploadFile() {
  const queryClient = useQueryClient();
  const socket = useSocket();
  const uploader = sessionName(useSession());
  const toasts = useToasts();
  return useMutation({
    mutationFn: async ({ id, file }: { readonly id: string; readonly file: File }) =>
      await sendFile(file, (progress) => change(queryClient, { id, progress })),
    onMutate: ({ id, file }) => {
      const record = {
        id,
        file,
        status: "uploading",
        progress: 0,
        outcome: null,
        trackId: null,
        canRetry: false,
      } as const;
      queryClient.setQueryData<readonly UploadRecord[]>(UPLOADS, (records = []) =>
        [record, ...records].slice(0, SHOWN_UPLOADS),
      );
    },
    onSuccess: (track, { id }) => {
      const text = `${titleByArtist(track)} is in the library`;
      change(queryClient, {
        id,
        status: "completed",
        progress: 1,
        outcome: text,
        trackId: track.id,
      });
      socket.send({ type: "track_uploaded", data: { track, uploader } });
      toasts.show({ tone: "success", title: "Upload Successful", text, durationMs: TOAST_MS });
      askAgain(queryClient, [tracksCalls.listTracks.path, libraryCalls.getLibraryStats.path]);
    },
    onError: (error, { id }) => {
      const text = uploadFailure(error);
      const reason = refusalText(error);
      change(queryClient, {
        id,
        status: "failed",
        progress: 0,
        outcome: reason ?? text,
        canRetry: reason === undefined,
      });
      toasts.show({ tone: "error", title: "Upload Failed", text, durationMs: TOAST_MS });
    },
  });
}

export interface StreamForm {
  readonly url: string;
  readonly title: string;
  readonly artist: string;
}

export function useAddStream() {
  const queryClient = useQueryClient();
  const socket = useSocket();
  const uploader = sessionName(useSession());
  const toasts = useToasts();
  return useMutation({
    mutationFn: (stream: StreamForm) =>
      callApi(externalStreamsCalls.addExternalStream, { body: { ...stream, adminAuth: "true" } }),
    onSuccess: ({ title }, { url, artist }) => {
      socket.send({
        type: "external_stream_added",
        data: { stream: { url, title, artist }, uploader },
      });
      toasts.show({
        tone: "success",
        title: "Stream Added",
        text: `${title} is in the library and in the queue`,
        durationMs: TOAST_MS,
      });
      askAgain(queryClient, [
        tracksCalls.listTracks.path,
        libraryCalls.getLibraryStats.path,
        queueCalls.listQueue.path,
      ]);
    },
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "Failed to Add Stream",
        text: refusalText(error) ?? "Failed to add external stream",
        durationMs: TOAST_MS,
      }),
  });
}

function change(
  queryClient: QueryClient,
  { id, ...changed }: Partial<UploadRecord> & Pick<UploadRecord, "id">,
): void {
  queryClient.setQueryData<readonly UploadRecord[]>(UPLOADS, (records) =>
    records?.map((record) => (record.id === id ? { ...record, ...changed } : record)),
  );
}

function askAgain(queryClient: QueryClient, paths: readonly string[]): void {
  for (const path of paths) void queryClient.invalidateQueries({ queryKey: [path] });
}

const STALL_LIMIT_MS = 120_000;

/** Sends a file to the library, see sendForm. */
async function sendFile(file: File, onProgress: (part: number) => void): Promise<Track> {
  const form = new FormData();
  // Required by the specification; the server ignores it and checks the session.
  form.set("adminAuth", "true");
  form.set(uploadCalls.upload.fileField, file);
  const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress };
  return (await sendForm(uploadCalls.upload, sent)).track;
}
