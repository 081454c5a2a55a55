import { defaultBackupPlan, type BackupPlan, type ScheduledBackups } from "@neonrelay/contract";
import { BUCKET, REGION, s3Keys, type TestS3 } from "@neonrelay/on-air/test-s3";
import { until, type TestStation, type Visitor } from "../src/test-station.ts";

type Store = NonNullable<BackupPlan["store"]>;

/** Verifying a backup takes long, and so do the retries of a failing one. */
const LONG = { limitMs: 240_000 };

/** A super admin of a station that stores its backups, with music, in a storage. */
export class BackupOperator {
  readonly visitor: Visitor;
  readonly #storage: TestS3;

  private constructor(visitor: Visitor, storage: TestS3) {
    this.visitor = visitor;
    this.#storage = storage;
  }

  /** Signs in and sets up the storage. */
  static async signIn(station: TestStation, storage: TestS3): Promise<BackupOperator> {
    const operator = new BackupOperator(await station.operator(), storage);
    await operator.visitor.call("PUT", "/api/system/backups", operator.#planWith({}));
    return operator;
  }

  /** Result of Try It for the storage with these changes; null: no problem. */
  async problemOf(changed: Partial<Store>): Promise<unknown> {
    const plan = this.#planWith(changed);
    const { body } = await this.visitor.call("POST", "/api/system/backups/trial", plan);
    return Object(body).problem;
  }

  async view(): Promise<ScheduledBackups> {
    const { body } = await this.visitor.call("GET", "/api/system/backups");
    return Object(body);
  }

  /** Makes a backup and waits for it. */
  async backUp(): Promise<ScheduledBackups> {
    const before = (await this.view()).backups[0]?.name;
    await this.visitor.call("POST", "/api/system/backups");
    return await until(
      "the backup is made",
      async () => {
        const seen = await this.view();
        if (seen.isRunning) return false;
        if (seen.lastFailure !== null) throw new Error(seen.lastFailure.reason);
        return seen.backups[0]?.name !== before && seen;
      },
      LONG,
    );
  }

  /** Starts a backup and waits until it fails. @returns why */
  async failToBackUp(): Promise<string> {
    await this.visitor.call("POST", "/api/system/backups");
    return await until(
      "the failure is shown",
      async () => {
        const { isRunning, lastFailure } = await this.view();
        return isRunning ? undefined : lastFailure?.reason;
      },
      LONG,
    );
  }

  async tracks(): Promise<number> {
    const { body } = await this.visitor.call("GET", "/api/library/stats");
    return Object(body).tracks;
  }

  #planWith(changed: Partial<Store>): BackupPlan {
    const { endpoint } = this.#storage;
    const place = { endpoint, region: REGION, bucket: BUCKET, folder: "one/station" };
    return {
      ...defaultBackupPlan,
      keep: 1,
      withMusic: true,
      store: { ...place, ...s3Keys, ...changed },
    };
  }
}
