import { expect, test } from "vitest";
import { decideAdmission, uploadBounds, type AdmissionSituation } from "./admission-rules.ts";

const MB = 1024 * 1024;
const situation: AdmissionSituation = {
  sizeBytes: 10 * MB,
  maxUploadBytes: 50 * MB,
  own: { unfinished: 0, bytes: 0 },
  everyone: { unfinished: 0, bytes: 0 },
  freeBytes: 1000 * MB,
  minimumFreeBytes: 500 * MB,
  promisedBytes: 0,
};

test.each<[string, Partial<AdmissionSituation>, ReturnType<typeof decideAdmission>]>([
  ["that fits", {}, "admitted"],
  ["of the largest size", { sizeBytes: 50 * MB }, "admitted"],
  ["a byte larger", { sizeBytes: 50 * MB + 1 }, "too-large"],
  ["without a byte", { sizeBytes: 0 }, "empty"],
  [
    "of an account with the most unfinished ones",
    { own: { unfinished: uploadBounds.unfinishedOfOne, bytes: MB } },
    "too-many-unfinished",
  ],
  [
    "while everyone together has the most unfinished ones",
    { everyone: { unfinished: uploadBounds.unfinishedOfAll, bytes: MB } },
    "too-many-unfinished",
  ],
  [
    "beyond what one account may have waiting",
    { own: { unfinished: 1, bytes: uploadBounds.bytesOfOne } },
    "too-much-waiting",
  ],
  [
    "of an account that has nothing waiting while others have much",
    { everyone: { unfinished: 1, bytes: uploadBounds.bytesOfAll } },
    "admitted",
  ],
  ["that would leave too little free", { freeBytes: 509 * MB }, "disk-full"],
  ["whose place is promised to others", { promisedBytes: 495 * MB }, "disk-full"],
])("an upload %s is decided", (_which, change, decision) => {
  expect(decideAdmission({ ...situation, ...change })).toBe(decision);
});
