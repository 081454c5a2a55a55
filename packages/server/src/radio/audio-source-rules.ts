import type { StreamInfo } from "@neonrelay/contract";
import { CAPTURE_USER_ID, type OnAirStatus } from "@neonrelay/on-air/protocol";

/** The queue, then the rotation: on air whenever nothing else is. */
const AUTOMATION = "automation";
/** The form's default, whether the host has this device or not. */
const FORM_DEFAULT = "/dev/audio0";

/** on-air's report on the host's devices; null: on-air is down. */
export type CaptureStatus = Pick<OnAirStatus, "captureDevices" | "live"> | null;

/** Whether it can be chosen: listed sources, and the form's default. */
export function isAudioSource(audioSource: string, status: CaptureStatus): boolean {
  return audioSource === FORM_DEFAULT || choicesOf(status).some(({ id }) => id === audioSource);
}

/** The device on-air should capture if it is present; null: none. */
export function captureDeviceOf(audioSource: string): string | null {
  return audioSource === AUTOMATION ? null : audioSource;
}

/** The state of the chosen source. */
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
  /** On air, about to be, or waiting for a DJ to end. */
  readonly isComing: boolean;
}): string | null {
  if (chosen === AUTOMATION) return null;
  if (!isThere) return `${chosen} is missing; automation is on air instead`;
  return isComing ? null : `${chosen} sends no audio; automation is on air instead`;
}
