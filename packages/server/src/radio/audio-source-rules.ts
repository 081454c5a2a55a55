import type { StreamInfo } from "@neonrelay/contract";

/** Queue, then rotation: what goes on air whenever nothing else can. */
const AUTOMATION = "automation";
/** What the form offers first. No host has such a device, so it stands for whichever is there: none. */
const FORM_DEFAULT = "/dev/audio0";

const choices: StreamInfo["audioSource"]["choices"] = [
  { id: AUTOMATION, name: "Automation: queue, then rotation" },
];

/** Whether it may be chosen: what is listed, and what the form begins with. */
export function isAudioSource(audioSource: string): boolean {
  return audioSource === FORM_DEFAULT || choices.some(({ id }) => id === audioSource);
}

/** What the chosen source comes to. */
export function describeAudioSource(chosen: string): StreamInfo["audioSource"] {
  return {
    chosen,
    onAir: AUTOMATION,
    notice:
      chosen === AUTOMATION ? null : `${chosen} is not there; the automation is on air instead`,
    choices,
  };
}
