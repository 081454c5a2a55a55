import type { StreamInfo } from "@neonrelay/contract";
import { CAPTURE_USER_ID, type OnAirStatus } from "@neonrelay/on-air/protocol";

/** Queue, then rotation: what goes on air whenever nothing else can. */
const AUTOMATION = "automation";
/** What the form offers first, whether the host has such a device or not. */
const FORM_DEFAULT = "/dev/audio0";

/** What on-air has said of the host's devices; null: it is away. */
export type CaptureStatus = Pick<OnAirStatus, "captureDevices" | "live"> | null;

/** Whether it may be chosen: what is listed, and what the form begins with. */
export function isAudioSource(audioSource: string, status: CaptureStatus): boolean {
  return audioSource === FORM_DEFAULT || choicesOf(status).some(({ id }) => id === audioSource);
}

/** The source on-air should use, if it is present; null: none. */
export function captureDeviceOf(audioSource: string): string | null {
  return audioSource === AUTOMATION ? null : audioSource;
}

/** What the chosen source comes to. */
export function describeAudioSource(
  chosen: string,
  status: CaptureStatus,
): StreamInfo["audioSource"] {
  const choices = choicesOf(status);
  const capture = status?.live.find(({ userId }) => userId === CAPTURE_USER_ID);
  return {
    chosen,
    onAir: capture?.state === "on-air" ? capture.address : AUTOMATION,
    notice: noticeOf({
      chosen,
      isThere: choices.some(({ id }) => id === chosen),
      isComing: capture !== undefined && capture.state !== "silent",
    }),
    choices,
  };
}

function choicesOf(status: CaptureStatus): StreamInfo["audioSource"]["choices"] {
  const automation = { id: AUTOMATION, name: "Automation: queue, then rotation" };
  return [automation, ...(status?.captureDevices ?? [])];
}

function noticeOf({
  chosen,
  isThere,
  isComing,
}: {
  readonly chosen: string;
  readonly isThere: boolean;
  /** It is on air, about to be, or waits behind a DJ. */
  readonly isComing: boolean;
}): string | null {
  if (chosen === AUTOMATION) return null;
  if (!isThere) return `${chosen} is missing; automation is on air instead`;
  return isComing ? null : `${chosen} sends no audio; automation is on air instead`;
}
