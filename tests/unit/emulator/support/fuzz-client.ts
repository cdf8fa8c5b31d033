import fc from 'fast-check';
import { expect } from 'vitest';
import { sdkRoutes } from '#emulator/api/routes.ts';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/public-token.ts';
import { type RawClient, type RawResponse, rawClient, VERIFIER } from './raw-client.ts';

const PEOPLE = ['ada@acme.example', 'ben@birch.example', 'ezra@fjord.example', 'cleo@cleo.example'];
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

const person = fc.constantFrom(...PEOPLE);
const slug = fc.constantFrom(...SLUGS);

/** Which of the things seen so far: 0 is the newest. */
const pick = fc.oneof(fc.constant(0), fc.nat(20));

/** What somebody might try next. Values that exist and values that do not are mixed on purpose. */
export const fuzzAction = fc.oneof(
  fc.record({ do: fc.constant('google' as const), person }),
  fc.record({ do: fc.constant('arrive' as const), person, slug }),
  fc.record({
    do: fc.constant('prove' as const),
    person,
    slug,
    kind: fc.constantFrom('code', 'link'),
  }),
  fc.record({ do: fc.constant('confirm' as const), code: fc.nat(11), recover: fc.boolean() }),
  fc.record({ do: fc.constant('spend' as const), pick }),
  fc.record({ do: fc.constant('exchange' as const), slug, pick }),
  fc.record({ do: fc.constant('mail' as const), person, kind: fc.constantFrom('code', 'link') }),
  fc.record({ do: fc.constant('open' as const), pick, right: fc.boolean() }),
  fc.record({ do: fc.constant('factor' as const), pick, right: fc.boolean() }),
  fc.record({ do: fc.constant('recover' as const), pick, code: fc.nat(11) }),
  fc.record({ do: fc.constant('enrol' as const), pick }),
  fc.record({ do: fc.constant('switch' as const), slug, pick }),
  fc.record({ do: fc.constant('create' as const), name: fc.string(), pick }),
  fc.record({
    do: fc.constant('sessions' as const),
    call: fc.constantFrom('authenticate', 'revoke'),
    pick,
  }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(12) }),
  fc.record({ do: fc.constant('noise' as const), route: fc.nat(60), body: fc.jsonValue() }),
);

export type FuzzAction = typeof fuzzAction extends fc.Arbitrary<infer Value> ? Value : never;

const ROUTES = sdkRoutes(EMULATOR_PUBLIC_TOKEN);

/** Everything somebody has seen so far, to try again. */
export class FuzzClient {
  readonly client: RawClient = rawClient();
  readonly discoveryTokens: string[] = [];
  readonly intermediates: { token: string; organizationId: string; memberId: string }[] = [];
  readonly sessions: string[] = [];
  /** The kinds of authentication factors that sessions were opened with. */
  readonly factors = new Set<string>();
  readonly accepted = new Map<string, number>();

  private accept(...names: string[]): void {
    for (const name of names) this.accepted.set(name, (this.accepted.get(name) ?? 0) + 1);
  }

  private see(response: RawResponse): RawResponse {
    expect(response.status, response.text).toBeLessThan(500);
    const data = response.json?.data;
    if (typeof data?.session_token === 'string' && data.session_token !== '') {
      this.sessions.push(data.session_token);
      this.checkPreconditions(data);
    } else if (typeof data?.intermediate_session_token === 'string') {
      this.intermediates.push({
        token: data.intermediate_session_token,
        organizationId: data.organization?.organization_id ?? 'none',
        memberId: data.member_id ?? 'none',
      });
    }
    return response;
  }

  /** No session without what its organization asks for: judged from the response and the seed alone. */
  // biome-ignore lint/suspicious/noExplicitAny: wire data
  private checkPreconditions(data: any): void {
    const { organization, member, member_session } = data;
    const types = member_session.authentication_factors.map(
      (factor: { type: string }) => factor.type,
    );
    for (const type of types) this.factors.add(type);
    const allowed: string[] | null =
      organization.auth_methods === 'RESTRICTED' ? organization.allowed_auth_methods : null;
    const mayUse = (method: string) => allowed === null || allowed.includes(method);
    const confirmed = member.email_address !== 'ben@birch.example';
    const proved =
      (types.includes('oauth') && confirmed && mayUse('google_oauth')) ||
      (types.includes('email_otp') && mayUse('email_otp')) ||
      (types.includes('magic_link') && mayUse('magic_link'));
    expect(proved, `${member.email_address} in ${organization.organization_slug}: ${types}`).toBe(
      true,
    );
    if (organization.mfa_policy === 'REQUIRED_FOR_ALL' || member.mfa_enrolled) {
      expect(types.some((type: string) => type === 'totp' || type === 'recovery_codes')).toBe(true);
    }
    expect(organization.organization_slug).not.toBe('iris');
  }

  private pick<Item>(items: readonly Item[], index: number): Item | undefined {
    return items.at(-1 - (index % Math.max(1, items.length)));
  }

  private post(path: string, body: object): Promise<RawResponse> {
    return this.client.post(path, body).then((response) => this.see(response));
  }

  async take(next: FuzzAction): Promise<void> {
    const { client } = this;
    client.sessionToken = null;
    switch (next.do) {
      case 'google':
        this.discoveryTokens.push(await client.discoveryToken(next.person));
        return;
      case 'arrive': {
        await this.take({ do: 'google', person: next.person });
        await this.take({ do: 'spend', pick: 0 });
        await this.take({ do: 'exchange', slug: next.slug, pick: 0 });
        return;
      }
      case 'prove':
        await this.take({ do: 'mail', person: next.person, kind: next.kind });
        await this.take({ do: 'open', pick: 0, right: true });
        await this.take({ do: 'exchange', slug: next.slug, pick: 0 });
        return;
      case 'confirm':
        await this.take({ do: 'arrive', person: 'ada@acme.example', slug: 'fjord' });
        await this.take(
          next.recover
            ? { do: 'recover', pick: 0, code: next.code }
            : { do: 'factor', pick: 0, right: true },
        );
        return;
      case 'spend': {
        const token = this.pick(this.discoveryTokens, next.pick) ?? 'none';
        const response = await this.post('/b2b/oauth/discovery/authenticate', {
          discovery_oauth_token: token,
          pkce_code_verifier: VERIFIER,
        });
        if (response.status === 200) this.accept(token);
        return;
      }
      case 'exchange': {
        const token = this.pick(this.intermediates, next.pick)?.token ?? 'none';
        const response = await this.post('/b2b/discovery/intermediate_sessions/exchange', {
          organization_id: client.organizationId(next.slug),
          session_duration_minutes: 60,
          intermediate_session_token: token,
        });
        if (response.json.data?.member_authenticated === true) this.accept(token);
        return;
      }
      case 'mail':
        await this.post(
          next.kind === 'code'
            ? '/b2b/otps/email/discovery/send'
            : '/b2b/magic_links/email/discovery/send',
          { email_address: next.person },
        );
        return;
      case 'open':
        return this.open(next.pick, next.right);
      case 'factor':
      case 'recover':
      case 'enrol':
        return this.secondFactor(next);
      case 'switch':
        client.sessionToken = this.pick(this.sessions, next.pick) ?? null;
        await this.post('/b2b/sessions/exchange', {
          organization_id: client.organizationId(next.slug),
          session_duration_minutes: 60,
        });
        return;
      case 'create':
        await this.post('/b2b/discovery/organizations/create', {
          organization_name: next.name,
          session_duration_minutes: 60,
          intermediate_session_token: this.pick(this.intermediates, next.pick)?.token,
        });
        return;
      case 'sessions':
        client.sessionToken = this.pick(this.sessions, next.pick) ?? null;
        await client.post(`/b2b/sessions/${next.call}`).then((response) => {
          expect(response.status).toBeLessThan(500);
        });
        return;
      case 'wait':
        await client.control('POST', '/clock', { advanceMs: next.minutes * 60_000 });
        return;
      case 'noise': {
        const route = ROUTES[next.route % ROUTES.length];
        if (route === undefined) return;
        const response = await client.send(`/sdk/v1${route.path}`, {
          method: route.method,
          headers: client.headers(),
          ...(route.method === 'GET' ? {} : { body: JSON.stringify(next.body) }),
        });
        expect(response.status, response.text).toBeLessThan(500);
      }
    }
  }

  private async open(index: number, right: boolean): Promise<void> {
    const { mail } = this.client.handler.store.state;
    const picked = this.pick(mail, index);
    if (picked === undefined) return;
    const response =
      picked.kind === 'otp'
        ? await this.post('/b2b/otps/email/discovery/authenticate', {
            email_address: picked.to,
            code: right ? picked.secret : '000000',
          })
        : await this.post('/b2b/magic_links/discovery/authenticate', {
            discovery_magic_links_token: right ? picked.secret : 'none',
          });
    if (response.status === 200) this.accept(picked.id);
  }

  private async secondFactor(
    next: Extract<FuzzAction, { do: 'factor' | 'recover' | 'enrol' }>,
  ): Promise<void> {
    const ground = this.pick(this.intermediates, next.pick);
    if (ground === undefined) return;
    const claim = {
      organization_id: ground.organizationId,
      member_id: ground.memberId,
      intermediate_session_token: ground.token,
    };
    if (next.do === 'enrol') {
      await this.post('/b2b/totp', claim);
      return;
    }
    if (next.do === 'recover') {
      const code = `rc-ada-${String(next.code).padStart(4, '0')}`;
      const response = await this.post('/b2b/recovery_codes/recover', {
        ...claim,
        recovery_code: code,
        session_duration_minutes: 60,
      });
      if (response.status === 200) this.accept(code, ground.token);
      return;
    }
    const { store } = this.client.handler;
    const secret = store.state.members.find(({ id }) => id === ground.memberId)?.totp?.secret;
    const now = totpStep(store.clock.now());
    const response = await this.post('/b2b/totp/authenticate', {
      ...claim,
      code: next.right && secret !== undefined ? totpCode(secret, now) : '000000',
      session_duration_minutes: 60,
    });
    if (response.status === 200) {
      this.accept(`${secret} ${now}`, ground.token);
    }
  }
}
