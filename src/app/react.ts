/** React, as a chunk that is evaluated before the screens: importing a CommonJS package itself needs code of the bundler. */
import 'react-dom/client';
