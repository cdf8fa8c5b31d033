import type { Hono } from 'hono';
import { jsonResponse } from '../api/http/json-response.ts';
import { normalizeEmail } from '../store/email-address.ts';
import { listInbox } from '../store/mail.ts';
import type { Store } from '../store/store.ts';
import { ControlError } from './control-request.ts';

/** Mounts the inbox, and the simulation of a mail scanner that opens a link before its recipient. */
export function mountInboxControl(app: Hono, store: Store): void {
  app.get('/inbox', ({ req }) => {
    const to = req.query('to');
    return jsonResponse(listInbox(store, to === undefined ? undefined : normalizeEmail(to)), 200);
  });
  app.delete('/inbox', () => {
    store.state.mail = [];
    store.emit({ kind: 'mail', text: '  inbox emptied' });
    return jsonResponse({ ok: true }, 200);
  });
  app.post('/inbox/:id/scan', ({ req }) => {
    const mail = store.state.mail.find(({ id }) => id === req.param('id'));
    if (mail === undefined || mail.kind !== 'magic_link') {
      throw new ControlError(404, 'No link has this id.');
    }
    mail.usedAt ??= store.clock.now();
    store.emit({ kind: 'mail', text: `  a mail scanner opened the link for ${mail.to}` });
    return jsonResponse({ ok: true }, 200);
  });
}
