"""The pictures that prove the last verdicts. They are kept in memory, and pages fetch them."""

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
"""The most pictures that are kept, two for each verdict. Beyond it, the oldest is dropped. One has 10 kB."""


@dataclass(frozen=True, slots=True)
class ShownProof:
    """The addresses of the pictures of a proof, sent to pages on the channel `proof`."""

    before: int | None
    """The revision before the play; None without a picture from before."""
    after: int
    """The revision after the play."""
    before_url: str
    """The address of the picture before the play; empty without one."""
    after_url: str
    """The address of the picture after the play; empty without one."""


class Proofs:
    """The last verdicts' pictures of all cameras."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def take(self, pictures: ProofPictures) -> ShownProof:
        """Keep pictures, and return their addresses."""
        before_url, after_url = self._keep(pictures.before_jpeg), self._keep(pictures.after_jpeg)
        return ShownProof(pictures.before, pictures.after, before_url, after_url)

    def jpeg(self, url: str) -> bytes | None:
        """Return the picture at an address; None if it isn't kept any more."""
        return self._kept.get(url)

    def _keep(self, jpeg: bytes) -> str:
        if not jpeg:
            return ""
        # The name is a hash of the content: a camera's numbers restart, and browsers keep pictures by name.
        url = f"/proofs/{sha256(jpeg).hexdigest()[:24]}.jpg"
        self._kept[url] = jpeg
        self._kept.move_to_end(url)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return url


def proof_pages(proofs: Proofs) -> APIRouter:
    """Return the route of the pictures. Everybody who has an address may fetch its picture."""
    router = APIRouter()

    @router.get("/proofs/{name}.jpg")
    async def _picture(name: str, lang: str = ENGLISH) -> Response:
        jpeg = proofs.jpeg(f"/proofs/{name}.jpg")
        if jpeg is None:
            gone = InputFault(TEXTS.say("refused.picture_gone"))
            return PlainTextResponse(f"{why(gone, lang)}\n", status_code=404)
        return Response(jpeg, media_type="image/jpeg")

    return router
