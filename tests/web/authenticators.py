"""Chromium's virtual authenticator, as a phone has a real one."""

from playwright.sync_api import CDPSession, Page


def authenticator_of(page: Page) -> tuple[CDPSession, str]:
    """Give a browser's page an authenticator of its own; return the devtools' session, and its id there."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    found = devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return devtools, str(found["authenticatorId"])
