import type { Enrolment } from '#machines/auth/auth.types.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { lateMessages } from '../late-messages.ts';
import styles from './enrolment-steps.module.css';

const { secondFactor } = lateMessages;

/** Shows the secret of an enrolment as QR code and as text (R10.4). */
export function EnrolmentSteps({ enrolment }: { enrolment: Enrolment }) {
  return (
    <div className={styles.steps}>
      <p className={styles.text}>{secondFactor.scan}</p>
      <img
        className={styles.qrCode}
        src={enrolment.qrCode}
        alt={secondFactor.qrCode}
        width={192}
        height={192}
      />
      <div className={styles.manual}>
        <p className={styles.text}>{secondFactor.secretLabel}</p>
        <div className={styles.secret}>
          <code className={styles.key}>{enrolment.secret}</code>
          <CopyButton kind="quiet" text={enrolment.secret} label={secondFactor.copySecret} />
        </div>
      </div>
    </div>
  );
}
