/** Loads React before the screens. A module of ours, because `import()` of a CommonJS package needs the bundler's runtime. */
import 'react-dom/client';
