/** A member of the organization, or somebody who is invited to it. */
export interface DirectoryMember {
  readonly id: string;
  /** Empty when the provider knows none. */
  readonly name: string;
  /** `null` when it cannot be shown. */
  readonly emailAddress: string | null;
  readonly status: MemberStatus;
  /** Without the role that every member has. */
  readonly roles: readonly DirectoryRole[];
}

/** `removed`: was a member, and can be brought back. */
export type MemberStatus = 'active' | 'invited' | 'removed';

interface DirectoryRole {
  readonly id: string;
  /** Whether it was given to the member; otherwise it follows from single sign-on or the e-mail domain. */
  readonly isAssigned: boolean;
}

export interface MemberQuery {
  /** A part of the address, of at least `SEARCH_MIN_LENGTH` characters; shorter ones find everybody. */
  readonly text: string;
  readonly statuses: readonly MemberStatus[];
  /** Finds only members with this role. */
  readonly role?: string;
  /** Of the page before; empty for the first one. */
  readonly cursor: string;
}

export const SEARCH_MIN_LENGTH = 3;

export interface MemberPage {
  readonly members: readonly DirectoryMember[];
  /** How many members the query finds on all pages. */
  readonly total: number;
  /** `null` on the last page. */
  readonly next: string | null;
}

/** The signed-in member, as the provider's directory has them. */
export interface DirectorySelf {
  readonly name: string;
  readonly hasAuthenticatorApp: boolean;
}

/** A new authenticator app. The secrets exist only while they are shown. */
export interface Enrolment {
  readonly secret: string;
  /** A `data:` address of an image. */
  readonly qrCode: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * What a member may do at the provider with their own session (R23.1). Each call rejects with a `DirectoryError`. The
 * provider decides by the member's roles; `can` tells pages the same.
 */
export interface Directory {
  /** The ids of the roles that can be given to members. */
  roles(): Promise<readonly string[]>;
  readonly members: {
    search(query: MemberQuery): Promise<MemberPage>;
    /** Sends an invitation, which works for a week; also once more, to somebody who is invited already. */
    invite(emailAddress: string, roles: readonly string[]): Promise<DirectoryMember>;
    /** @param roles replace those that were given to the member before */
    changeRoles(memberId: string, roles: readonly string[]): Promise<DirectoryMember>;
    /** Ends the member's sessions, or withdraws the invitation. */
    remove(memberId: string): Promise<void>;
    /** Brings back a member who was removed. */
    reactivate(memberId: string): Promise<DirectoryMember>;
    /** Ends all sessions of a member. */
    signOut(memberId: string): Promise<void>;
  };
  readonly self: {
    read(): Promise<DirectorySelf>;
    rename(name: string): Promise<DirectorySelf>;
    /** Starts the enrolment of an authenticator app. */
    enrol(): Promise<Enrolment>;
    /** Completes the enrolment with the first code of the app. */
    verify(code: string): Promise<void>;
    removeAuthenticatorApp(): Promise<DirectorySelf>;
    /** Reads the recovery codes that are left. */
    readRecoveryCodes(): Promise<readonly string[]>;
    /** Replaces the recovery codes, and returns the new ones. */
    renewRecoveryCodes(): Promise<readonly string[]>;
  };
}

/**
 * Why the provider did not do it.
 *
 * - `unreachable`: no usable response; `limited`: too many requests
 * - `session`: the session has ended, or is not the page's any more; `forbidden`: the roles do not permit it
 * - `gone`: there is no such member; `duplicate`: somebody has this address already
 * - `address`: no address; `domain`: the organization does not invite this address
 * - `code`: the code is wrong; `last_admin`: nobody else is an administrator
 */
export type DirectoryProblem =
  | 'unreachable'
  | 'limited'
  | 'session'
  | 'forbidden'
  | 'gone'
  | 'duplicate'
  | 'address'
  | 'domain'
  | 'code'
  | 'last_admin'
  | 'other';

/** A call of the directory that failed. Its message is the provider's, made displayable, or empty. */
export class DirectoryError extends Error {
  readonly problem: DirectoryProblem;

  constructor(problem: DirectoryProblem, message = '') {
    super(message);
    this.problem = problem;
  }
}
