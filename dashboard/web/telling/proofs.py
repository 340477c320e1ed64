"""The pictures that verdicts rest on, as pages fetch them: the last few, in memory."""

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.bus.messages.cameras import ProofPictures
from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH

KEPT = 48
"""The number of pictures that are kept, two a verdict; beyond, the oldest goes. One takes some ten kilobytes.
"""


@dataclass(frozen=True, slots=True)
class ShownProof:
    """The addresses of the pictures of a proof, sent to pages on the channel `proof`."""

    before: int | None
    """The revision before the play; None: there's no picture of before."""
    after: int
    """The revision after the play."""
    before_url: str
    """The address of the picture before the play; empty: none."""
    after_url: str
    """The address of the picture after the play; empty: none."""


class Proofs:
    """The last verdicts' pictures of all cameras."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def take(self, pictures: ProofPictures) -> ShownProof:
        """Keep pictures, and return where they're found."""
        before_url, after_url = self._keep(pictures.before_jpeg), self._keep(pictures.after_jpeg)
        return ShownProof(pictures.before, pictures.after, before_url, after_url)

    def jpeg(self, url: str) -> bytes | None:
        """Return a kept picture."""
        return self._kept.get(url)

    def _keep(self, jpeg: bytes) -> str:
        if not jpeg:
            return ""
        # Named by its content: a camera's numbers begin again with its service, and browsers keep pictures.
        url = f"/proofs/{sha256(jpeg).hexdigest()[:24]}.jpg"
        self._kept[url] = jpeg
        self._kept.move_to_end(url)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return url


def proof_pages(proofs: Proofs) -> APIRouter:
    """Return the route of the pictures. Everybody who may see the board may see them."""
    router = APIRouter()

    @router.get("/proofs/{name}.jpg")
    async def _picture(name: str, lang: str = ENGLISH) -> Response:
        jpeg = proofs.jpeg(f"/proofs/{name}.jpg")
        if jpeg is None:
            gone = InputFault(TEXTS.say("refused.picture_gone"))
            return PlainTextResponse(f"{why(gone, lang)}\n", status_code=404)
        return Response(jpeg, media_type="image/jpeg")

    return router
