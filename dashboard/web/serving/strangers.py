"""The refusals of requests that come by a name that isn't ours, or from another site's page."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from dashboard.web.serving.origin import from_own_page, reached, trusted_host
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.core.faults import InputFault

_ONLY_READ = ("GET", "HEAD", "OPTIONS")


def refusal_of(request: Request, names: frozenset[str], listed: frozenset[str]) -> Response | None:
    """Return the answer to a request that mustn't be served; None: it may be.

    `names`: the hosts that the server is reached as; `listed`: those of them that are proxies'.
    """
    host = request.headers.get("host", "")
    if not trusted_host(host, names, reached=reached(request)):
        unknown = InputFault(TEXTS.say("refused.host", host=host))
        return _refused(request, unknown, HTTPStatus.MISDIRECTED_REQUEST)
    # A page of another site, open in the same browser, must not send requests that change something.
    if request.method not in _ONLY_READ and not from_own_page(request, listed):
        return _refused(request, InputFault(TEXTS.say("refused.foreign_page")), HTTPStatus.FORBIDDEN)
    return None


def _refused(request: Request, fault: InputFault, status: HTTPStatus) -> Response:
    language = request.headers.get("accept-language", "")
    return PlainTextResponse(f"{why(fault, language)}\n", status)
