import styles from './icon-button.module.css';

interface IconButtonProps {
  readonly label: string;
  /** The path of the drawing, 20 by 20. */
  readonly icon: string;
  readonly onClick: () => void;
}

/** A button of a row, whose label shows on hover. */
export function IconButton({ label, icon, onClick }: IconButtonProps) {
  // The second click of a double click would meet the row that takes this one's place.
  const clickOnce = ({ detail }: { readonly detail: number }) => detail < 2 && onClick();
  return (
    <button type="button" className={styles.action} title={label} onClick={clickOnce}>
      <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d={icon} />
      </svg>
    </button>
  );
}
