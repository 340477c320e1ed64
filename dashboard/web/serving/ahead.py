"""The files that the match page is about to ask for: a browser fetches them along with the scripts."""

from urllib.parse import quote

from fastapi import Request

from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import language_asked


def ahead(request: Request, hub: Hub, also: str = "") -> dict[str, str]:
    """Return the header that names the texts, and the look and the cards of the match, if there is one.

    The language is the link's, or the browser's. A tablet that was set to another one asks for its own again.
    `also`: the page's own texts.
    """
    wanted = request.query_params.get("lang") or request.headers.get("accept-language")
    language = language_asked(wanted)
    found = [f"/texts/{language}.json{f'?also={also}' if also else ''}"]
    if hub.match and hub.board:
        game, board, content = (quote(one, safe="") for one in (hub.terms.game, hub.board, hub.terms.content))
        found += [
            f"/look/{game}?board={board}&lang={language}",
            f"/cards/{game}?lang={language}&content={content}",
        ]
    return {"Link": ", ".join(f"<{one}>; rel=preload; as=fetch; crossorigin" for one in found)}
