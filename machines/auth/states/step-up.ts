import { stepUpEmail } from '../auth.guards.ts';
import { authSetup } from '../auth.setup.ts';
import {
  chooseDifferentOrganization,
  ifResult,
  readOrganizationsFirst,
  withResult,
} from './shared-transitions.ts';

const typedCode = ({ event }: { event: { code: string } }) => event.code;

const unknownEmail = { guard: 'emailIsUnknown', actions: 'explainUnknownEmail' } as const;

const sendCode = [
  unknownEmail,
  { guard: 'codeMayBeSent', target: 'sending', actions: 'clearNotice' },
] as const;

const verifyTypedCode = {
  guard: { type: 'isNotBlank', params: typedCode },
  target: 'verifying',
  actions: 'clearNotice',
} as const;

const verifyCode = [unknownEmail, verifyTypedCode] as const;

const sendLink = [
  unknownEmail,
  { guard: 'linkMayBeSent', target: 'sending', actions: 'clearNotice' },
] as const;

const otp = authSetup.createStateConfig({
  description: 'A one-time code by e-mail.',
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether a code may be used here, and whether one is on its way.',
      always: [
        { guard: { type: 'disallows', params: 'email_otp' }, target: 'unavailable' },
        { guard: 'codeWasSent', target: 'awaitingCode' },
        { target: 'idle' },
      ],
    },
    unavailable: { description: 'The organization does not allow a code.' },
    idle: {
      description: 'No code was sent yet.',
      on: { 'code.send': sendCode, 'code.verify': verifyCode },
    },
    sending: {
      description: 'A code is being sent.',
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => ({ emailAddress: stepUpEmail(context) }),
        onDone: [
          {
            guard: ifResult('isSent'),
            target: 'awaitingCode',
            actions: withResult('rememberCodeSent'),
          },
          { target: 'deciding', actions: withResult('explainResult') },
        ],
        onError: { target: 'deciding', actions: 'explainUnexpected' },
      },
      after: { BUSY_TIMEOUT: { target: 'deciding', actions: 'explainTimeout' } },
      on: { 'code.verify': verifyTypedCode },
    },
    awaitingCode: {
      description: 'A code is on its way; it is typed here.',
      on: { 'code.send': sendCode, 'code.verify': verifyCode },
    },
    verifying: {
      description: 'The typed code is being verified.',
      tags: 'busy',
      invoke: {
        id: 'verifyCode',
        src: 'verifyCode',
        input: ({ context, event }) => ({
          emailAddress: stepUpEmail(context),
          code: event.type === 'code.verify' ? event.code.trim() : null,
        }),
        onDone: [
          {
            guard: ifResult('isDiscovered'),
            target: '#auth.signedOut.exchanging',
            actions: withResult('rememberVerification'),
          },
          { target: 'awaitingCode', actions: withResult('explainRejectedCode') },
        ],
        onError: { target: 'awaitingCode', actions: 'explainUnexpected' },
      },
      after: { BUSY_TIMEOUT: { target: 'awaitingCode', actions: 'explainTimeout' } },
    },
  },
});

const magicLink = authSetup.createStateConfig({
  description: 'A link by e-mail.',
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether a link may be used here, and whether one is on its way.',
      always: [
        { guard: { type: 'disallows', params: 'magic_link' }, target: 'unavailable' },
        { guard: 'linkWasSent', target: 'awaitingLink' },
        { target: 'idle' },
      ],
    },
    unavailable: { description: 'The organization does not allow a link.' },
    idle: { description: 'No link was sent yet.', on: { 'link.send': sendLink } },
    sending: {
      description: 'A link is being sent.',
      tags: 'busy',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({ emailAddress: stepUpEmail(context) }),
        onDone: [
          {
            guard: ifResult('isSent'),
            target: 'awaitingLink',
            actions: withResult('rememberLinkSent'),
          },
          { target: 'deciding', actions: withResult('explainResult') },
        ],
        onError: { target: 'deciding', actions: 'explainUnexpected' },
      },
      after: { BUSY_TIMEOUT: { target: 'deciding', actions: 'explainTimeout' } },
    },
    awaitingLink: {
      description: 'A link is on its way; the tab that opens it verifies, and this one goes on.',
      on: { 'link.send': sendLink },
    },
  },
});

/** Verifying the e-mail that Google could not vouch for (R8.1). */
export const stepUp = authSetup.createStateConfig({
  description:
    'The organization wants the e-mail verified: by a code, by a link, or by both offered.',
  type: 'parallel',
  states: { otp, magicLink },
  after: {
    INTERMEDIATE_EXPIRY: { guard: 'hasIntermediateSession', actions: 'pauseStepUp' },
  },
  on: {
    'handoff.offered': { actions: { type: 'claimHandoff', params: ({ event }) => event.id } },
    'email.verified': {
      target: '#auth.signedOut.exchanging',
      actions: 'rememberVerificationElsewhere',
    },
    'organization.chooseDifferent': [readOrganizationsFirst, chooseDifferentOrganization],
  },
});
