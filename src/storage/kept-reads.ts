import * as v from 'valibot';
import { memberTabRecord } from './member-record.ts';

const keptSchema = v.object({ owner: v.string(), reads: v.looseObject({}) });

/** What the pages of this tab had read before a reload (R17.12). */
export const keptReads = {
  /**
   * Returns what was kept of a member in an organization, or an empty object. It is given once, so that what breaks a
   * page is gone after its next reload, and removed when it is of somebody else.
   */
  take(owner: string): object {
    const { kept } = memberTabRecord.read();
    memberTabRecord.write({ kept: null });
    return v.is(keptSchema, kept) && kept.owner === owner ? kept.reads : {};
  },
  write(owner: string, reads: object): void {
    memberTabRecord.write({ kept: { owner, reads } });
  },
  remove: () => void memberTabRecord.write({ kept: null }),
};
