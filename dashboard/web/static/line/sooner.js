// The match page's small script, which runs as soon as it is there: it opens the line to the server.

import { chosenTongue } from "../page/tongue.js";
import { openEarly } from "./early_line.js";

openEarly(chosenTongue());
