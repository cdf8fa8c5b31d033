import { stepUpEmail, typedText } from '../auth.guards.ts';
import { createState } from '../auth.setup.ts';
import { chooseDifferent, ifKind, say, startGoogleForOrganization } from './shared-transitions.ts';

/** Without an address nothing can be sent or verified (R8.9). */
const unknownEmail = {
  guard: 'emailIsUnknown',
  actions: say('error', 'emailUnknown'),
} as const;

const onCodeSend = [
  unknownEmail,
  { guard: { type: 'mayBeSent', params: 'code' }, target: 'sending', actions: 'clearNotice' },
] as const;

const verifyTypedCode = {
  guard: 'codeMayBeVerified',
  target: 'verifying',
  actions: 'clearNotice',
} as const;

const onCodeVerify = [unknownEmail, verifyTypedCode] as const;

const onLinkSend = [
  unknownEmail,
  { guard: { type: 'mayBeSent', params: 'link' }, target: 'sending', actions: 'clearNotice' },
] as const;

const otp = createState({
  description: 'Verification by a one-time code.',
  initial: 'idle',
  states: {
    idle: {
      description: 'No code was sent, or it has expired.',
      always: { guard: { type: 'wasSent', params: 'code' }, target: 'awaitingCode' },
      on: { 'code.send': onCodeSend, 'code.verify': onCodeVerify },
    },
    sending: {
      description: 'Sends a code.',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => ({ emailAddress: stepUpEmail(context) }),
        onDone: [
          {
            guard: ifKind('sent'),
            target: 'awaitingCode',
            actions: { type: 'rememberSent', params: 'code' },
          },
          { target: 'idle', actions: 'explainResult' },
        ],
      },
      on: { 'code.verify': verifyTypedCode },
    },
    awaitingCode: {
      description: 'A code was sent; the person types it.',
      on: { 'code.send': onCodeSend, 'code.verify': onCodeVerify },
      after: {
        CODE_EXPIRY: {
          target: 'idle',
          actions: ['clearCodeSent', say('info', 'codeExpired')],
        },
      },
    },
    verifying: {
      description: 'Verifies the typed code.',
      invoke: {
        id: 'verifyCode',
        src: 'verifyCode',
        input: ({ context, event }) => ({
          emailAddress: stepUpEmail(context),
          code: typedText(event),
        }),
        onDone: [
          {
            guard: ifKind('discovered'),
            target: '#auth.signedOut.exchanging',
            actions: 'rememberVerification',
          },
          { target: 'awaitingCode', actions: ['explainResult', 'countRejection'] },
        ],
      },
    },
  },
});

const magicLink = createState({
  description: 'Verification by an e-mailed link.',
  initial: 'idle',
  states: {
    idle: {
      description: 'No link was sent yet.',
      always: { guard: { type: 'wasSent', params: 'link' }, target: 'awaitingLink' },
      on: { 'link.send': onLinkSend },
    },
    sending: {
      description: 'Sends a link.',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({
          emailAddress: stepUpEmail(context),
          organizationId: context.stepUp?.organization.id ?? null,
        }),
        onDone: [
          {
            guard: ifKind('sent'),
            target: 'awaitingLink',
            actions: { type: 'rememberSent', params: 'link' },
          },
          { target: 'idle', actions: 'explainResult' },
        ],
      },
    },
    awaitingLink: {
      description: 'A link was sent. The tab that opens it signs in; this tab follows.',
      on: { 'link.send': onLinkSend },
    },
  },
});

/** Google is not enough for this organization: it wants a verified e-mail address (R8.1), or single sign-on (R9.9). */
export const stepUp = createState({
  description:
    'The organization requires a verified e-mail address, by a code or a link, or single sign-on.',
  type: 'parallel',
  states: { otp, magicLink },
  after: {
    INTERMEDIATE_WARNING: { guard: 'hasIntermediateSession', actions: 'warnOfExpiry' },
    INTERMEDIATE_EXPIRY: {
      guard: 'hasIntermediateSession',
      actions: ['clearIntermediateSession', say('info', 'intermediateExpiredInStepUp')],
    },
  },
  on: {
    'organization.chooseDifferent': chooseDifferent,
    'google.start': startGoogleForOrganization,
    'sso.start': { target: '#auth.signedOut.starting', actions: 'clearNotice' },
  },
});
