import fc from 'fast-check';
import { expect } from 'vitest';
import { sdkRoutes } from '#emulator/api/sdk-routes.ts';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import {
  APP_ORIGIN,
  createRawClient,
  PKCE_VERIFIER,
  type RawClient,
  type RawResponse,
} from './raw-client.ts';

const EMAILS = ['ada@acme.example', 'ben@birch.example', 'ezra@fjord.example', 'cleo@cleo.example'];
const SLUGS = [
  'acme',
  'birch',
  'cedar',
  'dune',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'iris',
  'juniper',
];

const email = fc.constantFrom(...EMAILS);
const slug = fc.constantFrom(...SLUGS);
const method = fc.constantFrom('code', 'link');
const valid = fc.boolean();
const recoveryCode = fc.nat(11);

/** Which recorded token, session or mail to use: 0 is the newest. */
const age = fc.oneof(fc.constant(0), fc.nat(20));

/** An action of a client, with valid and invalid values. The first three combine others. */
export const fuzzAction = fc.oneof(
  fc.record({ type: fc.constant('signInByGoogle' as const), email, slug }),
  fc.record({ type: fc.constant('signInByEmail' as const), email, slug, method }),
  fc.record({
    type: fc.constant('signInWithSecondFactor' as const),
    recoveryCode,
    useRecoveryCode: fc.boolean(),
  }),
  fc.record({ type: fc.constant('chooseAtGoogle' as const), email }),
  fc.record({ type: fc.constant('redeemOAuthToken' as const), age }),
  fc.record({ type: fc.constant('exchange' as const), slug, age }),
  fc.record({ type: fc.constant('sendMail' as const), email, method }),
  fc.record({ type: fc.constant('redeemMail' as const), age, valid }),
  fc.record({ type: fc.constant('authenticateTotp' as const), age, valid }),
  fc.record({ type: fc.constant('recover' as const), age, recoveryCode }),
  fc.record({ type: fc.constant('createTotp' as const), age }),
  fc.record({ type: fc.constant('exchangeSession' as const), slug, age }),
  fc.record({ type: fc.constant('createOrganization' as const), name: fc.string(), age }),
  fc.record({
    type: fc.constant('callSession' as const),
    call: fc.constantFrom('authenticate', 'revoke'),
    age,
  }),
  fc.record({ type: fc.constant('advanceClock' as const), minutes: fc.nat(12) }),
  fc.record({ type: fc.constant('callAny' as const), route: fc.nat(60), body: fc.jsonValue() }),
);

export type FuzzAction = typeof fuzzAction extends fc.Arbitrary<infer Value> ? Value : never;
type SecondFactorAction = Extract<
  FuzzAction,
  { type: 'authenticateTotp' | 'recover' | 'createTotp' }
>;

const ROUTES = sdkRoutes(EMULATOR_PUBLIC_TOKEN);

/** A client that records the tokens it receives, and uses them again in later actions. */
export class FuzzClient {
  readonly client: RawClient = createRawClient();
  readonly discoveryTokens: string[] = [];
  readonly intermediateSessions: { token: string; organizationId: string; memberId: string }[] = [];
  readonly sessionTokens: string[] = [];
  /** The types of the authentication factors of all sessions. */
  readonly factorTypes = new Set<string>();
  /** How often each one-time token or code was accepted. */
  readonly accepted = new Map<string, number>();

  private countAccepted(...secrets: string[]): void {
    for (const secret of secrets) this.accepted.set(secret, (this.accepted.get(secret) ?? 0) + 1);
  }

  private record(response: RawResponse): RawResponse {
    expect(response.status, response.text).toBeLessThan(500);
    const data = response.json?.data;
    if (typeof data?.session_token === 'string' && data.session_token !== '') {
      this.sessionTokens.push(data.session_token);
      this.expectRequiredFactors(data);
    } else if (typeof data?.intermediate_session_token === 'string') {
      this.intermediateSessions.push({
        token: data.intermediate_session_token,
        organizationId: data.organization?.organization_id ?? 'none',
        memberId: data.member_id ?? 'none',
      });
    }
    return response;
  }

  /** Checks from the response and the seed alone that a session has the factors it requires. */
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a response
  private expectRequiredFactors(data: any): void {
    const { organization, member, member_session } = data;
    const types = member_session.authentication_factors.map(
      (factor: { type: string }) => factor.type,
    );
    for (const type of types) this.factorTypes.add(type);
    const allowed: string[] | null =
      organization.auth_methods === 'RESTRICTED' ? organization.allowed_auth_methods : null;
    const allows = (authMethod: string) => allowed === null || allowed.includes(authMethod);
    const isVerifiedByGoogle = member.email_address !== 'ben@birch.example';
    const isVerified =
      (types.includes('oauth') && isVerifiedByGoogle && allows('google_oauth')) ||
      (types.includes('email_otp') && allows('email_otp')) ||
      (types.includes('magic_link') && allows('magic_link'));
    expect(
      isVerified,
      `${member.email_address} in ${organization.organization_slug}: ${types}`,
    ).toBe(true);
    if (organization.mfa_policy === 'REQUIRED_FOR_ALL' || member.mfa_enrolled) {
      expect(types.some((type: string) => type === 'totp' || type === 'recovery_codes')).toBe(true);
    }
    expect(organization.organization_slug).not.toBe('iris');
  }

  private pick<Item>(items: readonly Item[], itemAge: number): Item | undefined {
    return items.at(-1 - (itemAge % Math.max(1, items.length)));
  }

  private async post(path: string, body: object): Promise<RawResponse> {
    return this.record(await this.client.post(path, body));
  }

  async perform(action: FuzzAction): Promise<void> {
    const { client } = this;
    client.sessionToken = null;
    switch (action.type) {
      case 'signInByGoogle':
        await this.perform({ type: 'chooseAtGoogle', email: action.email });
        await this.perform({ type: 'redeemOAuthToken', age: 0 });
        return this.perform({ type: 'exchange', slug: action.slug, age: 0 });
      case 'signInByEmail':
        await this.perform({ type: 'sendMail', email: action.email, method: action.method });
        await this.perform({ type: 'redeemMail', age: 0, valid: true });
        return this.perform({ type: 'exchange', slug: action.slug, age: 0 });
      case 'signInWithSecondFactor':
        await this.perform({ type: 'signInByGoogle', email: 'ada@acme.example', slug: 'fjord' });
        return this.perform(
          action.useRecoveryCode
            ? { type: 'recover', age: 0, recoveryCode: action.recoveryCode }
            : { type: 'authenticateTotp', age: 0, valid: true },
        );
      case 'chooseAtGoogle':
        this.discoveryTokens.push(await client.discoveryToken(action.email));
        return;
      case 'redeemOAuthToken': {
        const token = this.pick(this.discoveryTokens, action.age) ?? 'none';
        const response = await this.post('/b2b/oauth/discovery/authenticate', {
          discovery_oauth_token: token,
          pkce_code_verifier: PKCE_VERIFIER,
        });
        if (response.status === 200) this.countAccepted(token);
        return;
      }
      case 'exchange': {
        const token = this.pick(this.intermediateSessions, action.age)?.token ?? 'none';
        const response = await this.post('/b2b/discovery/intermediate_sessions/exchange', {
          organization_id: client.organizationId(action.slug),
          session_duration_minutes: 60,
          intermediate_session_token: token,
        });
        if (response.json.data?.member_authenticated === true) this.countAccepted(token);
        return;
      }
      case 'sendMail':
        await this.post(
          action.method === 'code'
            ? '/b2b/otps/email/discovery/send'
            : '/b2b/magic_links/email/discovery/send',
          { email_address: action.email, discovery_redirect_url: `${APP_ORIGIN}/discovery` },
        );
        return;
      case 'redeemMail':
        return this.redeemMail(action.age, action.valid);
      case 'authenticateTotp':
      case 'recover':
      case 'createTotp':
        return this.applySecondFactor(action);
      case 'exchangeSession':
        client.sessionToken = this.pick(this.sessionTokens, action.age) ?? null;
        await this.post('/b2b/sessions/exchange', {
          organization_id: client.organizationId(action.slug),
          session_duration_minutes: 60,
        });
        return;
      case 'createOrganization':
        await this.post('/b2b/discovery/organizations/create', {
          organization_name: action.name,
          session_duration_minutes: 60,
          intermediate_session_token: this.pick(this.intermediateSessions, action.age)?.token,
        });
        return;
      case 'callSession': {
        client.sessionToken = this.pick(this.sessionTokens, action.age) ?? null;
        const response = await client.post(`/b2b/sessions/${action.call}`);
        expect(response.status).toBeLessThan(500);
        return;
      }
      case 'advanceClock':
        await client.control('POST', '/clock', { advanceMs: action.minutes * 60_000 });
        return;
      case 'callAny': {
        const route = ROUTES[action.route % ROUTES.length];
        if (route === undefined) return;
        const response = await client.send(`/sdk/v1${route.path}`, {
          method: route.method,
          headers: client.headers(),
          ...(route.method === 'GET' ? {} : { body: JSON.stringify(action.body) }),
        });
        expect(response.status, response.text).toBeLessThan(500);
      }
    }
  }

  private async redeemMail(mailAge: number, isValid: boolean): Promise<void> {
    const mail = this.pick(this.client.handler.store.state.mail, mailAge);
    if (mail === undefined) return;
    const response =
      mail.kind === 'otp'
        ? await this.post('/b2b/otps/email/discovery/authenticate', {
            email_address: mail.to,
            code: isValid ? mail.secret : '000000',
          })
        : await this.post('/b2b/magic_links/discovery/authenticate', {
            discovery_magic_links_token: isValid ? mail.secret : 'none',
          });
    if (response.status === 200) this.countAccepted(mail.id);
  }

  private async applySecondFactor(action: SecondFactorAction): Promise<void> {
    const session = this.pick(this.intermediateSessions, action.age);
    if (session === undefined) return;
    const caller = {
      organization_id: session.organizationId,
      member_id: session.memberId,
      intermediate_session_token: session.token,
    };
    if (action.type === 'createTotp') {
      await this.post('/b2b/totp', caller);
      return;
    }
    if (action.type === 'recover') {
      const code = `rc-ada-${String(action.recoveryCode).padStart(4, '0')}`;
      const response = await this.post('/b2b/recovery_codes/recover', {
        ...caller,
        recovery_code: code,
        session_duration_minutes: 60,
      });
      if (response.status === 200) this.countAccepted(code, session.token);
      return;
    }
    const { store } = this.client.handler;
    const secret = store.state.members.find(({ id }) => id === session.memberId)?.totp?.secret;
    const step = totpStep(store.clock.now());
    const response = await this.post('/b2b/totp/authenticate', {
      ...caller,
      code: action.valid && secret !== undefined ? totpCode(secret, step) : '000000',
      session_duration_minutes: 60,
    });
    if (response.status === 200) this.countAccepted(`${secret} ${step}`, session.token);
  }
}
