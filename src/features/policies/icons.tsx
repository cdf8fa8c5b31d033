import styles from './icons.module.css';

const PATHS = {
  bin: 'M4 6h12M8 6V4h4v2M6 6l.6 10h6.8L14 6M8.6 9v4.5M11.4 9v4.5',
  page: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 10h5M7.5 13h3',
  pencil: 'M12.5 4.5l3 3L7 16H4v-3z',
};

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
