import type { DiscoveredOrganization, Notice } from '#machines/auth/auth.types.ts';
import type { AppView, LoginView, SelectionView, StepUpView } from '#machines/auth/auth.view.ts';
import { PRERENDERED_VIEW } from '#src/app/shell/hydration.ts';

/** Builds a discovered organization; its slug is its name in lower case. */
export function buildDiscoveredOrganization(
  name: string,
  overrides: Partial<DiscoveredOrganization> = {},
): DiscoveredOrganization {
  const slug = name.toLowerCase();
  return {
    id: `organization-${slug}`,
    slug,
    name,
    membership: 'member',
    follows: null,
    ...overrides,
  };
}

export const acme = { id: 'organization-acme', slug: 'acme', name: 'Acme' } as const;

/** Builds a notice of the machine with this tone and text, which is also one of `src/ui`. */
export function buildNotice(
  tone: Notice['tone'],
  text: string,
  overrides: Partial<Notice> = {},
): Notice & { readonly text: string } {
  return {
    tone,
    text,
    code: 'providerSaid',
    values: { message: text },
    requestId: null,
    remedy: null,
    organizationId: null,
    isAboutInput: false,
    ...overrides,
  };
}

export const loginScreenView: LoginView = { ...PRERENDERED_VIEW, lastOrganization: null };

export const selectionScreenView: SelectionView = {
  screen: 'selection',
  notice: null,
  discovering: false,
  organizations: [
    buildDiscoveredOrganization('Acme'),
    buildDiscoveredOrganization('Birch', { follows: 'verification' }),
  ],
  lastOrganizationId: null,
  unread: false,
  emailAddress: 'ada@acme.example',
  mode: 'browsing',
  typedName: '',
  busy: null,
  failedOrganizationId: null,
  expiring: false,
  canLeave: true,
  canCreate: true,
  slugPattern: null,
};

export const stepUpScreenView: StepUpView = {
  screen: 'stepUp',
  notice: null,
  organization: { id: 'organization-birch', slug: 'birch', name: 'Birch' },
  emailAddress: 'ben@birch.example',
  methods: ['email_otp', 'magic_link'],
  connections: [],
  code: { status: 'idle', sentAt: null, resendAt: null, rejections: 0 },
  link: { status: 'idle', sentAt: null, resendAt: null },
  expiring: false,
  completing: false,
};

export const appScreenView: AppView = {
  screen: 'app',
  notice: null,
  session: {
    sessionId: 'session-1',
    memberId: 'member-ada',
    memberName: { firstName: 'Ada', lastName: 'Ash' },
    emailAddress: 'ada@acme.example',
    organization: acme,
    roles: [],
    expiresAt: Date.UTC(2030, 0, 1, 12),
    impersonated: false,
  },
  reconnecting: false,
  expiring: false,
  extending: false,
  switching: false,
  memberships: null,
  listing: false,
  canCreate: true,
  slugPattern: null,
};
