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
import { useState } from "react";
import { callApi, refusalText } from "../../api/call-api.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { sessionName, useSession } from "../accounts/index.ts";
import { decideDrop, uploadFailure, type UploadLimits } from "./upload-rules.ts";
import { sendForm } from "../../api/file-transfer.ts";

const TOAST_MS = 5000;
const SHOWN_UPLOADS = 3;

/** An upload, running or finished. */
export interface UploadRecord {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly status: "uploading" | "completed" | "failed";
  /** From 0 to 1: the part sent; 0 again after a failure. */
  readonly progress: number;
  /** The outcome in words; null while it is pending. */
  readonly outcome: string | null;
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
        name: file.name,
        sizeBytes: file.size,
        status: "uploading",
        progress: 0,
        outcome: null,
      } as const;
      queryClient.setQueryData<readonly UploadRecord[]>(UPLOADS, (records = []) =>
        [record, ...records].slice(0, SHOWN_UPLOADS),
      );
    },
    onSuccess: (track, { id }) => {
      const text = `${titleByArtist(track)} is in the library`;
      change(queryClient, { id, status: "completed", progress: 1, outcome: text });
      socket.send({ type: "track_uploaded", data: { track, uploader } });
      toasts.show({ tone: "success", title: "Upload Successful", text, durationMs: TOAST_MS });
      askAgain(queryClient, [tracksCalls.listTracks.path, libraryCalls.getLibraryStats.path]);
    },
    onError: (error, { id }) => {
      const text = uploadFailure(error);
      change(queryClient, {
        id,
        status: "failed",
        progress: 0,
        outcome: refusalText(error) ?? text,
      });
      toasts.show({ tone: "error", title: "Upload Failed", text, durationMs: TOAST_MS });
    },
  });
}

/**
 * Sends the first acceptable file of a choice, or says why there is none.
 * @returns with a notice about the files left out
 */
export function useChooseFile({
  limits,
  isBusy,
  onChosen,
}: {
  readonly limits: UploadLimits;
  /** A file is being sent. */
  readonly isBusy: boolean;
  readonly onChosen: (file: File) => void;
}) {
  const toasts = useToasts();
  const [notice, setNotice] = useState<string>();
  const choose = (list: FileList | null) => {
    const drop = decideDrop({ files: Array.from(list ?? []), limits, isBusy });
    if (drop.kind === "nothing") return;
    setNotice("notice" in drop ? drop.notice : undefined);
    if (drop.kind === "sent") onChosen(drop.file);
    if (drop.kind === "refused")
      toasts.show({ tone: "error", durationMs: TOAST_MS, ...drop.refusal });
  };
  return { choose, notice };
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
