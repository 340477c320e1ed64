// The patterns and arrow heads of the board's marks. They differ even without colour.

const DEFS = `
<defs xmlns="http://www.w3.org/2000/svg">
  <pattern id="pattern-move" width="9" height="9" patternUnits="userSpaceOnUse">
    <rect width="9" height="9" class="ground-move" />
    <circle cx="2.2" cy="2.2" r="1.35" class="ink-move" />
    <circle cx="6.7" cy="6.7" r="1.35" class="ink-move" />
  </pattern>
  <pattern id="pattern-strike" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="7" height="7" class="ground-strike" />
    <rect width="2.4" height="7" class="ink-strike" />
  </pattern>
  <pattern id="pattern-range" width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="1.1" y="2.4" class="ink-range" />
  </pattern>
  <pattern id="pattern-dig" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="8" height="8" class="ground-dig" />
    <path d="M0,4 H8 M4,0 V8" class="ink-dig" />
  </pattern>
  <pattern id="pattern-warp" width="10" height="10" patternUnits="userSpaceOnUse">
    <rect width="10" height="10" class="ground-warp" />
    <circle cx="5" cy="5" r="3.2" class="ink-warp" />
  </pattern>
  <pattern id="pattern-danger-1" width="14" height="14" patternUnits="userSpaceOnUse">
    <path d="M4,7 H10 M7,4 V10" class="ink-danger" />
  </pattern>
  <pattern id="pattern-danger-2" width="9" height="9" patternUnits="userSpaceOnUse">
    <rect width="9" height="9" class="ground-danger-2" />
    <path d="M1.5,4.5 H7.5 M4.5,1.5 V7.5" class="ink-danger" />
  </pattern>
  <pattern id="pattern-danger-3" width="7" height="7" patternUnits="userSpaceOnUse">
    <rect width="7" height="7" class="ground-danger-3" />
    <path d="M0,0 L7,7 M7,0 L0,7" class="ink-danger" />
  </pattern>
  <pattern id="pattern-illegal" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
    <rect width="10" height="10" class="ground-illegal" />
    <rect width="4" height="10" class="ink-illegal" />
  </pattern>
  <pattern id="pattern-pending" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
    <rect width="10" height="10" class="ground-pending" />
    <rect width="3" height="10" class="ink-pending" />
  </pattern>
  <pattern id="pattern-ambiguous" width="10" height="10" patternUnits="userSpaceOnUse">
    <rect width="10" height="10" class="ground-ambiguous" />
    <circle cx="5" cy="5" r="1.8" class="ink-ambiguous" />
  </pattern>
  <marker id="head-move" class="head move" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto">
    <path d="M0,0 L10,5 L0,10 Z" />
  </marker>
  <marker id="head-strike" class="head strike" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto">
    <path d="M0,0 L10,5 L0,10 Z" />
  </marker>
  <marker id="head-repair" class="head repair" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto">
    <path d="M0,0 L10,5 L0,10 Z" />
  </marker>
</defs>`;

/** The definitions as an element to be put into a drawing. */
export function definitions() {
  return document.importNode(new DOMParser().parseFromString(DEFS.trim(), "image/svg+xml").documentElement, true);
}
